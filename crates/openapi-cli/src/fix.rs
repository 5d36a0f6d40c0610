//! `check --fix`: writes an overlay that repairs a document.

use crate::Outcome;
use crate::arguments::Check;
use crate::bundle::yaml_text;
use crate::diagnosis::Diagnosis;
use crate::document::Source;
use crate::failure::Failure;
use crate::generate::diagnosis;
use crate::output;
use openapi_document::{Bundle, Diagnostics, MemberAt, Node, Overlay, Repairs};
use std::io;
use std::path::Path;

/// Writes the overlay, and prints the errors of the repaired document.
pub(crate) fn run(arguments: &Check) -> Result<Outcome, Failure> {
    let Check { input, format, .. } = arguments;
    let mut bundle = Bundle::read(&input.file, input.root.as_deref(), MemberAt::Value);
    output::refuse_inputs(&arguments.output, bundle.files.iter().chain(&input.overlays))?;
    let refuse = |diagnostics: Diagnostics| {
        Diagnosis::of(diagnostics).print(*format, io::stderr()).err().unwrap_or(Failure::Document)
    };
    let original = overlaid(&mut bundle, &input.overlays).map_err(refuse)?;
    let title = format!("Repairs of {}", input.file.display());
    let name = arguments.output.as_deref();
    let name = name.map_or("repairs.yaml".to_owned(), |path| path.display().to_string());
    let mut repairs = Repairs::new(arguments.undeclared_scheme);
    let (mut text, mut root) = (String::new(), original.clone());
    // A defect can hide another one.
    let mut left = loop {
        bundle.document = Ok(root.clone());
        let source = Source::of(bundle.clone(), &[], input, *format, io::stderr())?;
        let diagnosis = diagnosis(source);
        if !repairs.add(&root, diagnosis.diagnostics()) {
            break diagnosis;
        }
        text = yaml_text(&repairs.overlay(&title));
        root.clone_from(&original);
        let overlay = Overlay::parse(&name, &text);
        overlay.and_then(|overlay| overlay.apply(&mut root)).map_err(refuse)?;
    };
    left.keep_unrepaired(repairs.left());
    left.print(*format, io::stderr())?;
    match &arguments.output {
        _ if repairs.is_empty() => {}
        Some(path) => output::write(path, &text)?,
        None => output::print(&text)?,
    }
    Ok((!left.has_errors()).into())
}

/// Returns the root of a document with overlays, whose warnings go to the bundle.
fn overlaid(bundle: &mut Bundle, overlays: &[impl AsRef<Path>]) -> Result<Node, Diagnostics> {
    let mut root = bundle.document.clone()?;
    for path in overlays {
        let warnings = Overlay::read(path.as_ref())?.apply(&mut root)?;
        bundle.warnings.extend(warnings);
    }
    Ok(root)
}
