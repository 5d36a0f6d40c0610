//! scratch
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let d = openapi_model::Document::read(path.as_ref()).unwrap_or_else(|e| { println!("{e}"); std::process::exit(1) });
    match openapi_dropshot::generate(&d) { Ok(g) => println!("{}\n/*{}*/", g.code, g.warnings), Err(e) => println!("{e}") }
}
