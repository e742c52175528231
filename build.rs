//! Has the linker leave its relocations in the page's WebAssembly, by which the last step of a build splits it
//! (`xtask/src/finish/split.rs`). The workers' would only become larger.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|it| it == "wasm32") {
        println!("cargo:rustc-link-arg-bin=slotscope=--emit-relocs");
    }
}
