//! Four numbers of 32 bits that are reckoned with at once: red, green, blue and coverage.
//!
//! They wrap around. In WebAssembly they are one value of 128 bits, said by hand: the page is compiled for
//! size, and its compiler makes no such values by itself.

#[cfg(target_arch = "wasm32")]
mod lanes_of_wasm {
    use core::arch::wasm32::{
        u32x4, u32x4_add, u32x4_extract_lane, u32x4_mul, u32x4_splat, v128, v128_any_true,
    };

    /// Four numbers.
    #[derive(Clone, Copy, Debug)]
    pub struct Lanes(v128);

    impl Lanes {
        #[inline(always)]
        pub fn new([a, b, c, d]: [u32; 4]) -> Self {
            Self(u32x4(a, b, c, d))
        }

        #[inline(always)]
        pub fn plus(self, other: Self) -> Self {
            Self(u32x4_add(self.0, other.0))
        }

        #[inline(always)]
        pub fn times(self, by: u32) -> Self {
            Self(u32x4_mul(self.0, u32x4_splat(by)))
        }

        #[inline(always)]
        pub fn is_none(self) -> bool {
            !v128_any_true(self.0)
        }

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

    impl Default for Lanes {
        #[inline(always)]
        fn default() -> Self {
            Self(u32x4_splat(0))
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod plain_lanes {
    /// Four numbers.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Lanes([u32; 4]);

    impl Lanes {
        #[inline(always)]
        pub fn new(parts: [u32; 4]) -> Self {
            Self(parts)
        }

        #[inline(always)]
        pub fn plus(self, Self(other): Self) -> Self {
            Self(std::array::from_fn(|at| self.0[at].wrapping_add(other[at])))
        }

        #[inline(always)]
        pub fn times(self, by: u32) -> Self {
            Self(self.0.map(|part| part.wrapping_mul(by)))
        }

        #[inline(always)]
        pub fn is_none(self) -> bool {
            self.0 == [0; 4]
        }

        #[inline(always)]
        pub fn parts(self) -> [u32; 4] {
            self.0
        }
    }
}

#[cfg(target_arch = "wasm32")]
pub(super) use lanes_of_wasm::Lanes;
#[cfg(not(target_arch = "wasm32"))]
pub(super) use plain_lanes::Lanes;
