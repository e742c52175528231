//! The four channels of a colour, as numbers of 32 bits that are reckoned with at once: red, green, blue and
//! coverage.
//!
//! They wrap around. In WebAssembly they are one value of 128 bits, said by hand: the compiler keeps four
//! numbers apart there. Both give the same numbers, so that pictures are the same natively and on the page.

#[cfg(target_arch = "wasm32")]
mod wasm_channels {
    use core::arch::wasm32::{
        i32x4_shuffle, u8x16_narrow_i16x8, u16x8_extend_low_u8x16, u16x8_narrow_i32x4, u32x4, u32x4_add,
        u32x4_extend_low_u16x8, u32x4_extract_lane, u32x4_min, u32x4_mul, u32x4_shr, u32x4_splat, u32x4_sub, v128,
        v128_any_true,
    };

    /// Four numbers of 32 bits; sums and products wrap around.
    #[derive(Clone, Copy, Debug)]
    pub struct Channels(v128);

    impl Channels {
        /// Of these four.
        #[inline(always)]
        pub fn new([a, b, c, d]: [u32; 4]) -> Self {
            Self(u32x4(a, b, c, d))
        }

        /// Each and its other: sums.
        #[inline(always)]
        pub fn plus(self, other: Self) -> Self {
            Self(u32x4_add(self.0, other.0))
        }

        /// Each without its other.
        #[inline(always)]
        pub fn minus(self, other: Self) -> Self {
            Self(u32x4_sub(self.0, other.0))
        }

        /// Each so many times.
        #[inline(always)]
        pub fn times(self, by: u32) -> Self {
            Self(u32x4_mul(self.0, u32x4_splat(by)))
        }

        /// Each and its other: products.
        #[inline(always)]
        pub fn times_each(self, other: Self) -> Self {
            Self(u32x4_mul(self.0, other.0))
        }

        /// The lesser of each and its other.
        #[inline(always)]
        pub fn at_most(self, other: Self) -> Self {
            Self(u32x4_min(self.0, other.0))
        }

        /// Without so many of their last binary digits.
        #[inline(always)]
        pub fn shifted_right(self, by: u32) -> Self {
            Self(u32x4_shr(self.0, by))
        }

        /// The last number four times.
        #[inline(always)]
        pub fn last(self) -> Self {
            Self(i32x4_shuffle::<3, 3, 3, 3>(self.0, self.0))
        }

        /// Of four bytes.
        #[inline(always)]
        pub fn of_bytes(bytes: [u8; 4]) -> Self {
            let bytes = u32x4_splat(u32::from_le_bytes(bytes));
            Self(u32x4_extend_low_u16x8(u16x8_extend_low_u8x16(bytes)))
        }

        /// Numbers below 256 as bytes.
        #[inline(always)]
        pub fn bytes(self) -> [u8; 4] {
            let pairs = u16x8_narrow_i32x4(self.0, self.0);
            let bytes = u8x16_narrow_i16x8(pairs, pairs);
            u32x4_extract_lane::<0>(bytes).to_le_bytes()
        }

        /// Whether all are 0.
        #[inline(always)]
        pub fn is_none(self) -> bool {
            !v128_any_true(self.0)
        }

        /// The four.
        #[inline(always)]
        pub fn parts(self) -> [u32; 4] {
            [
                u32x4_extract_lane::<0>(self.0),
                u32x4_extract_lane::<1>(self.0),
                u32x4_extract_lane::<2>(self.0),
                u32x4_extract_lane::<3>(self.0),
            ]
        }
    }

    impl Default for Channels {
        #[inline(always)]
        fn default() -> Self {
            Self(u32x4_splat(0))
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod plain_channels {
    /// Four numbers of 32 bits; sums and products wrap around.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Channels([u32; 4]);

    impl Channels {
        /// Of these four.
        #[inline(always)]
        pub fn new(parts: [u32; 4]) -> Self {
            Self(parts)
        }

        /// Each and its other: sums.
        #[inline(always)]
        pub fn plus(self, Self(other): Self) -> Self {
            Self(std::array::from_fn(|at| self.0[at].wrapping_add(other[at])))
        }

        /// Each without its other.
        #[inline(always)]
        pub fn minus(self, Self(other): Self) -> Self {
            Self(std::array::from_fn(|at| self.0[at].wrapping_sub(other[at])))
        }

        /// Each so many times.
        #[inline(always)]
        pub fn times(self, by: u32) -> Self {
            Self(self.0.map(|part| part.wrapping_mul(by)))
        }

        /// Each and its other: products.
        #[inline(always)]
        pub fn times_each(self, Self(other): Self) -> Self {
            Self(std::array::from_fn(|at| self.0[at].wrapping_mul(other[at])))
        }

        /// The lesser of each and its other.
        #[inline(always)]
        pub fn at_most(self, Self(other): Self) -> Self {
            Self(std::array::from_fn(|at| self.0[at].min(other[at])))
        }

        /// Without so many of their last binary digits.
        #[inline(always)]
        pub fn shifted_right(self, by: u32) -> Self {
            Self(self.0.map(|part| part >> by))
        }

        /// The last number four times.
        #[inline(always)]
        pub fn last(self) -> Self {
            Self([self.0[3]; 4])
        }

        /// Of four bytes.
        #[inline(always)]
        pub fn of_bytes(bytes: [u8; 4]) -> Self {
            Self(bytes.map(u32::from))
        }

        /// Numbers below 256 as bytes.
        #[inline(always)]
        pub fn bytes(self) -> [u8; 4] {
            self.0.map(|part| part as u8)
        }

        /// Whether all are 0.
        #[inline(always)]
        pub fn is_none(self) -> bool {
            self.0 == [0; 4]
        }

        /// The four.
        #[inline(always)]
        pub fn parts(self) -> [u32; 4] {
            self.0
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
pub use plain_channels::Channels;
#[cfg(target_arch = "wasm32")]
pub use wasm_channels::Channels;
