//! `cargo xtask publish`: packages the crates that others depend on, tries the packages, and
//! uploads them.

use crate::{
    process::{cargo, command, output, require},
    workspace,
};
use anyhow::{Result, bail};
use cargo_metadata::{MetadataCommand, Package};
use fs_err as fs;
use std::path::Path;

/// The options of `cargo xtask publish`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Upload nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Also build each package by itself, install the command from a registry on this machine,
    /// and test a workspace that it makes
    ///
    /// Takes minutes.
    #[arg(long)]
    pub install: bool,
}

/// Makes the packages. Returns `true`: every problem is an error.
pub fn run(arguments: &Arguments) -> Result<bool> {
    let packages = published()?;
    let unlinked = packages.iter().find(|one| one.repository.is_none());
    if let Some(Package { name, .. }) = unlinked.filter(|_| !arguments.dry_run) {
        bail!("{name} has no `repository`, to which its README links");
    }
    let make = |options: &str| {
        let mut make = cargo(&format!("package --quiet --allow-dirty {options}"));
        for package in &packages {
            make.args(["--package", &package.name]);
        }
        require(&mut make)
    };
    if !arguments.install {
        make("--offline --no-verify")?;
    } else {
        make("--offline")?;
        let folder = workspace::empty_folder("publish")?;
        let registry = folder.join("registry");
        fs::create_dir(&registry)?;
        for package in &packages {
            unpack(package, &registry)?;
        }
        install(&folder, &registry)?;
    }
    if !arguments.dry_run {
        require(&mut cargo("publish --workspace"))?;
    }
    Ok(true)
}

/// Returns the packages that have no `publish = false`.
fn published() -> Result<Vec<Package>> {
    let mut metadata = MetadataCommand::new();
    let metadata = metadata.current_dir(workspace::root()).no_deps().exec()?;
    let packages = metadata.packages.into_iter();
    Ok(packages.filter(|one| one.publish.is_none()).collect())
}

/// Unpacks a package as one of a registry that is a directory.
fn unpack(Package { name, version, .. }: &Package, registry: &Path) -> Result<()> {
    let archive = format!("{name}-{version}.crate");
    let archive = workspace::target()?.join("package").join(archive);
    // With the present time: that of each file of a package is the same in all packages, by which
    // cargo would take an earlier package for this one.
    let mut tar = command("tar", "-m --extract --gzip --file");
    output(tar.arg(&archive).arg("--directory").arg(registry))?;
    let sum = output(command("sha256sum", "").arg(&archive))?;
    let sum = sum.split(' ').next().unwrap_or_default();
    let sums = format!(r#"{{ "files": {{}}, "package": "{sum}" }}"#);
    let unpacked = registry.join(format!("{name}-{version}"));
    Ok(fs::write(unpacked.join(".cargo-checksum.json"), sums)?)
}

/// Installs the command as a user does, from a registry on this machine, and tests a workspace
/// that it makes with crates of this registry.
fn install(folder: &Path, registry: &Path) -> Result<()> {
    require(cargo("vendor --quiet --offline --no-delete --versioned-dirs").arg(registry))?;
    let settings = folder.join("registry.toml");
    let path = registry.display();
    let text =
        format!("source.crates-io.replace-with = \"local\"\nsource.local.directory = '{path}'\n");
    fs::write(&settings, text)?;
    let from_registry = |arguments: &str| {
        let mut cargo = cargo("--offline --config");
        cargo.arg(&settings).args(arguments.split_whitespace());
        cargo.env("CARGO_TARGET_DIR", folder.join("target"));
        cargo
    };
    require(from_registry("install openapi-dropshot-cli --locked --root").arg(folder))?;
    let new = folder.join("new");
    let mut write = command(folder.join("bin/openapi-dropshot"), "new openapi.yaml");
    require(write.arg(&new))?;
    require(from_registry("test").current_dir(&new))
}
