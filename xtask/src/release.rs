//! `cargo xtask release`: what others download, made for this machine and tested.
//!
//! Of one commit every run makes the same bytes: no path of the machine and no time but the commit's stands in a file.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::{Compression, GzBuilder, write::DeflateEncoder};
use rawzip::{CompressionMethod, ZipArchiveWriter, time::UtcDateTime};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::build;
use crate::crates::{self, Crate};
use crate::finish::{licences, read_all};
use crate::process::{self, Outcome};
use crate::project::{Project, remove};
use crate::setup::{self, Packages, PageTools, TARGET};

/// Makes all files, of the page in a folder or of one that is built now, and runs their tests.
///
/// # Errors
///
/// If a program fails, or a test.
pub fn release(project: &Project, packages: Packages, page: Option<&Path>) -> Outcome<()> {
    let release = Release::of(project)?;
    let python = setup::python(project)?;
    match page {
        Some(none) if none == Path::new("none") => {}
        Some(folder) => release.page(folder, packages)?,
        None => {
            build::build(project, &PageTools::find_or_install(project)?)?;
            release.page(&project.path("dist"), packages)?;
        }
    }
    release.command(&python)?;
    release.bill_of_materials()?;
    release.checksums()?;
    process::run(Command::new(&python).arg(project.path("python/smoke.py")).arg(&release.files))
}

struct Release<'a> {
    project: &'a Project,
    host: String,
    /// The crates of the command and of the page.
    of_command: Vec<Crate>,
    of_page: Vec<Crate>,
    /// The name and the version.
    name: String,
    /// Of the commit, in seconds from 1970.
    time: u64,
    files: PathBuf,
    /// What the archives are made of.
    parts: PathBuf,
}

impl<'a> Release<'a> {
    fn of(project: &'a Project) -> Outcome<Self> {
        let host = process::host().ok_or("rustc does not tell its host")?;
        let (of_command, of_page) = (crates::of(project, &host)?, crates::of(project, TARGET)?);
        let root = project.path(".").to_string_lossy().into_owned();
        let time = process::output("git", &["-C", &root, "log", "-1", "--format=%ct"]);
        let time = time.and_then(|it| it.parse().ok()).ok_or("git does not tell the time of the commit")?;
        let name = format!("slotscope-{}", crates::version(&of_command));
        let [files, parts] = ["release-files", "release-parts"].map(|it| project.target().join(it));
        for folder in [&files, &parts] {
            remove(folder)?;
            fs::create_dir_all(folder)?;
        }
        Ok(Self { project, host, of_command, of_page, name, time, files, parts })
    }

    /// The archive of a built page, each of its files also packed where that makes it smaller.
    fn page(&self, page: &Path, packages: Packages) -> Outcome<()> {
        setup::brotli(packages)?;
        let top = format!("{}-page", self.name);
        let folder = self.parts.join(&top).join("slotscope");
        for (name, bytes) in read_all(page, page)? {
            let mut gzip = GzBuilder::new().write(Vec::new(), Compression::best());
            gzip.write_all(&bytes)?;
            let path = write(&folder.join(&name), &bytes)?;
            process::run(Command::new("brotli").args(["--best", "--force"]).arg(&path))?;
            write(&folder.join(name.clone() + ".gz"), &gzip.finish()?)?;
            for packed in ["br", "gz"].map(|it| folder.join(format!("{name}.{it}"))) {
                if fs::metadata(&packed)?.len() >= bytes.len() as u64 {
                    fs::remove_file(packed)?;
                }
            }
        }
        fs::copy(self.project.path("docs/hosting.md"), self.parts.join(&top).join("hosting.md"))?;
        self.tar(&top, &top)
    }

    /// The wheel, and the archive of the command that is in it.
    fn command(&self, python: &Path) -> Outcome<()> {
        let notices = licences(self.project, "command", &self.of_command)?;
        write(&self.project.path("python/licences.txt"), notices.as_bytes())?;
        let target = self.project.target().join("release-build");
        let mut maturin = Command::new(python);
        maturin.args(["-m", "maturin", "build", "--release", "--locked", "--out"]).arg(&self.files);
        maturin.current_dir(self.project.path("python")).env("CARGO_TARGET_DIR", &target);
        maturin.env("SOURCE_DATE_EPOCH", self.time.to_string()).env("CARGO_INCREMENTAL", "0");
        maturin.env(setup::FLAGS, crates::remapped(self.project)?.join("\u{1f}"));
        process::run(&mut maturin)?;

        let top = format!("{}-{}", self.name, self.host);
        let folder = self.parts.join(&top);
        let program = format!("slotscope{}", std::env::consts::EXE_SUFFIX);
        let built = target.join("release").join(&program);
        let for_shells = self.parts.join("for-shells");
        process::run(Command::new(&built).arg("shell-files").arg(&for_shells))?;
        for (name, bytes) in read_all(&for_shells, &for_shells)? {
            let to = if name.ends_with(".1") { "share/man/man1" } else { "completions" };
            write(&folder.join(to).join(name), &bytes)?;
        }
        write(&folder.join("bin").join(program), &fs::read(built)?)?;
        write(&folder.join("licences.txt"), notices.as_bytes())?;
        fs::copy(self.project.path("docs/command-line.md"), folder.join("command-line.md"))?;
        if cfg!(windows) { self.zip(&top) } else { self.tar(&top, &top) }
    }

    /// Packs a folder of the parts.
    fn tar(&self, top: &str, name: &str) -> Outcome<()> {
        let file = fs::File::create(self.files.join(format!("{name}.tar.gz")))?;
        let mut tar = tar::Builder::new(GzBuilder::new().write(file, Compression::best()));
        for (name, mode, bytes) in self.entries(top)? {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            header.set_mode(mode);
            header.set_mtime(self.time);
            tar.append_data(&mut header, name, bytes.as_slice())?;
        }
        tar.into_inner()?.finish()?;
        Ok(())
    }

    /// The same for Windows.
    fn zip(&self, top: &str) -> Outcome<()> {
        let mut zip = ZipArchiveWriter::new(fs::File::create(self.files.join(format!("{top}.zip")))?);
        let time = UtcDateTime::from_unix(i64::try_from(self.time)?);
        for (name, mode, bytes) in self.entries(top)? {
            let file = zip.new_file(&name).compression_method(CompressionMethod::DEFLATE);
            let (mut entry, config) = file.last_modified(time).unix_permissions(mode).start()?;
            let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::best()));
            writer.write_all(&bytes)?;
            let (deflate, told) = writer.finish()?;
            deflate.finish()?;
            entry.finish(told)?;
        }
        zip.finish()?;
        Ok(())
    }

    /// Names, permissions and contents of the files in a folder of the parts, in their order.
    fn entries(&self, top: &str) -> Outcome<Vec<(String, u32, Vec<u8>)>> {
        let mut files = read_all(&self.parts, &self.parts.join(top))?;
        files.sort();
        let mode = |name: &str| if name.contains("/bin/") { 0o755 } else { 0o644 };
        Ok(files.into_iter().map(|(name, bytes)| (name.clone(), mode(&name), bytes)).collect())
    }

    /// The crates of page and command, as CycloneDX has them.
    fn bill_of_materials(&self) -> Outcome<()> {
        let all: BTreeSet<&Crate> = self.of_command.iter().chain(&self.of_page).collect();
        let component = |it: &&&Crate| -> Value {
            let package = format!("pkg:cargo/{}@{}", it.name, it.version);
            let parts = [("command", &self.of_command), ("page", &self.of_page)];
            let parts = parts.iter().filter(|(_, crates)| crates.contains(it));
            let parts: Vec<Value> = parts.map(|(part, _)| json!({"name": "slotscope:part", "value": part})).collect();
            json!({
                "type": "library", "bom-ref": package, "name": it.name, "version": it.version, "purl": package,
                // Of old manifests.
                "licenses": [{"expression": it.license.split('/').map(str::trim).collect::<Vec<_>>().join(" OR ")}],
                "properties": parts,
            })
        };
        let (own, others): (Vec<&Crate>, Vec<&Crate>) = all.into_iter().partition(|it| it.is_own);
        let version = crates::version(&self.of_command);
        let license = own.iter().find(|it| it.name == "slotscope").map_or("", |it| &it.license);
        let bill = json!({
            "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
            "metadata": {"component": {"type": "application", "bom-ref": self.name, "name": "slotscope",
                "version": version, "licenses": [{"expression": license}]}},
            "components": others.iter().map(|it| component(&it)).collect::<Vec<_>>(),
        });
        let file = self.files.join(format!("{}-{}.cdx.json", self.name, self.host));
        Ok(fs::write(file, format!("{bill:#}\n"))?)
    }

    fn checksums(&self) -> Outcome<()> {
        let mut files = read_all(&self.files, &self.files)?;
        files.sort();
        let mut lines = String::new();
        for (name, bytes) in &files {
            let digest: String = Sha256::digest(bytes).iter().map(|it| format!("{it:02x}")).collect();
            println!("{:>10} {name}", bytes.len());
            lines += &format!("{digest}  {name}\n");
        }
        Ok(fs::write(self.files.join("SHA256SUMS"), lines)?)
    }
}

/// Writes a file and the folders above it; its path.
fn write(path: &Path, bytes: &[u8]) -> Outcome<PathBuf> {
    fs::create_dir_all(path.parent().ok_or("no folder")?)?;
    fs::write(path, bytes)?;
    Ok(path.to_owned())
}
