//! Path parameters in the styles `label` and `matrix`, which the caller writes as text.

use openapi_validation::Texts;

use crate::{PathStyle, StyledContent};

impl PathStyle {
    /// Returns the texts of a value, or `None` if it is not written in this style.
    pub(crate) fn texts(self, name: &str, text: &str) -> Option<Texts> {
        let delimiter = if self.is_matrix { ';' } else { '.' };
        let rest = text.strip_prefix(delimiter)?;
        let named = |text: &str| Some(text.strip_prefix(name)?.strip_prefix('=')?.to_owned());
        let pair = |text: &str| {
            let (name, value) = text.split_once('=')?;
            Some((name.to_owned(), Texts::One(value.to_owned())))
        };
        let is_exploded = self.explode && self.content != StyledContent::One;
        if is_exploded {
            let pieces = rest.split(delimiter);
            if self.content == StyledContent::Members {
                return Some(Texts::Members(pieces.map(pair).collect::<Option<_>>()?));
            }
            let items = pieces.map(|piece| {
                if self.is_matrix {
                    named(piece)
                } else {
                    Some(piece.to_owned())
                }
            });
            return Some(several(items.collect::<Option<_>>()?));
        }
        let value = if self.is_matrix {
            named(rest)?
        } else {
            rest.to_owned()
        };
        if self.content == StyledContent::One {
            return Some(Texts::One(value));
        }
        let words: Vec<_> = value.split(',').map(str::to_owned).collect();
        if self.content == StyledContent::Items {
            return Some(several(words));
        }
        let (pairs, rest) = words.as_chunks::<2>();
        let member = |[name, value]: &[String; 2]| (name.clone(), Texts::One(value.clone()));
        rest.is_empty()
            .then(|| Texts::Members(pairs.iter().map(member).collect()))
    }
}

fn several(mut items: Vec<String>) -> Texts {
    match items.len() {
        1 => Texts::OneOrItem(items.remove(0)),
        _ => Texts::Items(items.into_iter().map(Texts::One).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn style(is_matrix: bool, explode: bool, content: StyledContent) -> PathStyle {
        PathStyle {
            is_matrix,
            explode,
            content,
        }
    }

    fn one(text: &str) -> Texts {
        Texts::One(text.to_owned())
    }

    #[test]
    fn each_example_of_the_specification_is_read() {
        let items = || {
            let words = ["blue", "black", "brown"];
            Some(Texts::Items(words.map(one).into()))
        };
        let members = || {
            let pairs = [("R", "100"), ("G", "200"), ("B", "150")];
            let pairs = pairs.map(|(name, value)| (name.to_owned(), one(value)));
            Some(Texts::Members(pairs.into()))
        };
        let rows = [
            (
                style(true, false, StyledContent::One),
                ";color=blue",
                Some(one("blue")),
            ),
            (
                style(true, false, StyledContent::Items),
                ";color=blue,black,brown",
                items(),
            ),
            (
                style(true, true, StyledContent::Items),
                ";color=blue;color=black;color=brown",
                items(),
            ),
            (
                style(true, false, StyledContent::Members),
                ";color=R,100,G,200,B,150",
                members(),
            ),
            (
                style(true, true, StyledContent::Members),
                ";R=100;G=200;B=150",
                members(),
            ),
            (
                style(false, true, StyledContent::One),
                ".3.14",
                Some(one("3.14")),
            ),
            (
                style(false, false, StyledContent::Items),
                ".blue,black,brown",
                items(),
            ),
            (
                style(false, true, StyledContent::Items),
                ".blue.black.brown",
                items(),
            ),
            (
                style(false, false, StyledContent::Members),
                ".R,100,G,200,B,150",
                members(),
            ),
            (
                style(false, true, StyledContent::Members),
                ".R=100.G=200.B=150",
                members(),
            ),
        ];
        for (style, text, texts) in rows {
            assert_eq!(style.texts("color", text), texts, "{style:?} {text}");
        }
    }

    #[test]
    fn a_text_in_another_style_is_not_read() {
        let rows = [
            (style(false, false, StyledContent::One), "blue"),
            (style(true, false, StyledContent::One), ";colour=blue"),
            (style(true, false, StyledContent::One), ".blue"),
            (style(true, true, StyledContent::Items), ";color=blue;black"),
            (style(false, false, StyledContent::Members), ".R,100,G"),
            (style(false, true, StyledContent::Members), ".R.100"),
        ];
        for (style, text) in rows {
            assert_eq!(style.texts("color", text), None, "{style:?} {text}");
        }
    }
}
