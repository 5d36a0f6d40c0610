//! The texts of each style, as the Specification and RFC 6570 have them.

use super::{Encoding, Malformed, Style, Texts, Unwritable, ValueKind};

fn one(text: &str) -> Texts {
    Texts::One(text.to_owned())
}

fn items(texts: &[&str]) -> Texts {
    Texts::Items(texts.iter().map(|text| one(text)).collect())
}

fn members(pairs: &[(&str, Texts)]) -> Texts {
    let pairs = pairs.iter();
    Texts::Members(pairs.map(|(name, texts)| ((*name).to_owned(), texts.clone())).collect())
}

/// Returns the pairs of a query as they are written, or the text of a path.
fn written(style: Style, explode: bool, texts: &Texts) -> Result<String, Unwritable> {
    let pairs = style.write(explode, "color", texts, Encoding::Uri)?;
    Ok(match style {
        Style::Simple | Style::Label | Style::Matrix => {
            let [(_, text)] = pairs.as_slice() else {
                panic!("a path has one text, and not {pairs:?}");
            };
            text.clone()
        }
        _ => {
            let pairs = pairs.iter().map(|(name, text)| format!("{name}={text}"));
            pairs.collect::<Vec<_>>().join("&")
        }
    })
}

/// Reads a text of a path as a value of the same type.
fn read(style: Style, explode: bool, value: &Texts, text: &str) -> Result<Texts, Malformed> {
    let kind = match value {
        Texts::One(_) | Texts::OneOrItem(_) | Texts::Field(_) => ValueKind::Scalar,
        Texts::Items(_) => ValueKind::Array,
        Texts::Members(_) => ValueKind::Object,
    };
    style.read(explode, kind, "color", text, &|text| Ok(text.to_owned()))
}

/// The table of OpenAPI 3.1.1 §4.8.12.4, with `""` for the empty text.
const EXAMPLES: &str = r#"
matrix         false ;color ;color=blue ;color=blue,black,brown             ;color=R,100,G,200,B,150
matrix         true  ;color ;color=blue ;color=blue;color=black;color=brown ;R=100;G=200;B=150
label          false .      .blue       .blue,black,brown                   .R,100,G,200,B,150
label          true  .      .blue       .blue.black.brown                   .R=100.G=200.B=150
simple         false ""     blue        blue,black,brown                    R,100,G,200,B,150
simple         true  ""     blue        blue,black,brown                    R=100,G=200,B=150
form           false color= color=blue  color=blue,black,brown              color=R,100,G,200,B,150
form           true  color= color=blue  color=blue&color=black&color=brown  R=100&G=200&B=150
spaceDelimited false n/a    n/a         color=blue%20black%20brown          color=R%20100%20G%20200%20B%20150
pipeDelimited  false n/a    n/a         color=blue%7Cblack%7Cbrown          color=R%7C100%7CG%7C200%7CB%7C150
deepObject     true  n/a    n/a         n/a                                 color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150
"#;

#[test]
fn each_example_of_the_specification_is_written_and_read() {
    let values = [
        one(""),
        one("blue"),
        items(&["blue", "black", "brown"]),
        members(&[("R", one("100")), ("G", one("200")), ("B", one("150"))]),
    ];
    let rows: Vec<Vec<_>> =
        EXAMPLES.trim().lines().map(|row| row.split_whitespace().collect()).collect();
    assert_eq!(rows.len(), 11);
    for row in rows {
        let [name, explode, expected @ ..] = row.as_slice() else {
            panic!("{row:?} has no style");
        };
        let style = Style::named(name).expect("the table has the names of styles");
        assert_eq!(expected.len(), values.len());
        for (value, expected) in values.iter().zip(expected) {
            if *expected != "n/a" {
                let (explode, expected) = (*explode == "true", expected.replace("\"\"", ""));
                if matches!(style, Style::Simple | Style::Label | Style::Matrix) {
                    assert_eq!(read(style, explode, value, &expected).as_ref(), Ok(value));
                }
                assert_eq!(written(style, explode, value), Ok(expected), "{row:?}");
            }
        }
    }
}

/// RFC 6570 §3.2.2, §3.2.5, §3.2.7 and §3.2.8, of the variables `hello` and `keys`.
#[test]
fn each_reserved_character_is_encoded_as_in_rfc_6570() {
    let hello = one("Hello World!");
    let keys = members(&[("semi", one(";")), ("dot", one(".")), ("comma", one(","))]);
    for (style, explode, texts, expected) in [
        (Style::Simple, false, &hello, "Hello%20World%21"),
        (Style::Simple, false, &keys, "semi,%3B,dot,.,comma,%2C"),
        (Style::Simple, true, &keys, "semi=%3B,dot=.,comma=%2C"),
        (Style::Label, false, &keys, ".semi,%3B,dot,.,comma,%2C"),
        (Style::Matrix, false, &keys, ";color=semi,%3B,dot,.,comma,%2C"),
        (Style::Matrix, true, &keys, ";semi=%3B;dot=.;comma=%2C"),
        (Style::Form, false, &keys, "color=semi,%3B,dot,.,comma,%2C"),
        (Style::Form, true, &keys, "semi=%3B&dot=.&comma=%2C"),
    ] {
        let expected = Ok(expected.to_owned());
        assert_eq!(written(style, explode, texts), expected, "{style:?}");
    }
}

#[test]
fn what_the_specification_leaves_undefined_is_written_as_most_tools_do() {
    let nested = members(&[("a b", members(&[("x", one("1"))])), ("c", items(&["2", "3"]))]);
    let lists = members(&[("R", items(&["1", "2"]))]);
    let array = items(&["blue", "black"]);
    let objects = Texts::Items(vec![members(&[("x", one("1"))]), nested.clone()]);
    for (style, explode, texts, expected) in [
        (
            Style::DeepObject,
            true,
            &nested,
            "color%5Ba%20b%5D%5Bx%5D=1&color%5Bc%5D=2&color%5Bc%5D=3".to_owned(),
        ),
        (
            Style::DeepObject,
            true,
            &objects,
            "color%5B0%5D%5Bx%5D=1&color%5B1%5D%5Ba%20b%5D%5Bx%5D=1\
             &color%5B1%5D%5Bc%5D=2&color%5B1%5D%5Bc%5D=3"
                .to_owned(),
        ),
        (Style::Form, true, &lists, "R=1&R=2".to_owned()),
        (Style::PipeDelimited, true, &array, "color=blue&color=black".to_owned()),
        (Style::DeepObject, true, &array, "color=blue&color=black".to_owned()),
        (Style::Form, false, &items(&[]), "color=".to_owned()),
        (Style::Form, true, &items(&[]), String::new()),
    ] {
        assert_eq!(written(style, explode, texts), Ok(expected), "{style:?}");
    }
}

#[test]
fn a_value_that_a_reader_would_split_is_not_written() {
    let object = |name, text| members(&[(name, one(text))]);
    for (style, explode, texts, encoding) in [
        (Style::SpaceDelimited, false, items(&["a b"]), Encoding::Uri),
        (Style::PipeDelimited, false, items(&["a|b", "c"]), Encoding::Uri),
        (Style::Label, true, items(&["1.5"]), Encoding::Uri),
        (Style::Label, true, object("R", "1.5"), Encoding::Uri),
        (Style::Label, true, object("R.", "1"), Encoding::Uri),
        (Style::Simple, false, items(&["a,b"]), Encoding::Plain),
        (Style::Simple, false, object("R,", "1"), Encoding::Plain),
        (Style::Simple, true, object("R=", "1"), Encoding::Plain),
    ] {
        let written = style.write(explode, "color", &texts, encoding);
        assert_eq!(written, Err(Unwritable::Delimiter), "{style:?} {texts:?}");
    }
    for style in [Style::Simple, Style::Form] {
        let nested = Texts::Items(vec![items(&["1"])]);
        let written = style.write(true, "color", &nested, Encoding::Uri);
        assert_eq!(written, Err(Unwritable::Nested));
    }
    let scalar = Style::Simple.write(false, "X-Color", &one("a, b=c"), Encoding::Plain);
    assert_eq!(scalar, Ok(vec![("X-Color".to_owned(), "a, b=c".to_owned())]));
}

#[test]
fn a_style_has_its_name_in_a_document() {
    for (name, style) in [
        ("simple", Some(Style::Simple)),
        ("label", Some(Style::Label)),
        ("matrix", Some(Style::Matrix)),
        ("form", Some(Style::Form)),
        ("spaceDelimited", Some(Style::SpaceDelimited)),
        ("pipeDelimited", Some(Style::PipeDelimited)),
        ("deepObject", Some(Style::DeepObject)),
        ("Form", None),
    ] {
        assert_eq!(Style::named(name), style);
    }
}
