//! Writes the code of the test `calls`. Without the feature `workbench`, there is none.

#[cfg(feature = "workbench")]
mod client;
#[cfg(feature = "workbench")]
mod documents;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=build");
    #[cfg(feature = "workbench")]
    documents::write()?;
    Ok(())
}
