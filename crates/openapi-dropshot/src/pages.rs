//! Pages of results as dropshot has them, whose operations have the extension
//! `x-dropshot-pagination`.
//!
//! The tokens are those of dropshot, so that a generated service reads the tokens of the
//! handwritten service that it replaces.

use dropshot::{EmptyScanParams, PaginationParams, ResultsPage, WhichPage};
use openapi_schema::Violations;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::Rejection;

/// Returns the selector in a `page_token`, such as the key of the last item of the page before;
/// nothing for the first page.
///
/// A caller can change a token: the selector must not grant more than other parameters do.
///
/// # Errors
/// [`Rejection::Parameters`] for a text that is no token with such a selector.
pub fn page_selector<S>(page_token: Option<&str>) -> Result<Option<S>, Rejection>
where
    S: DeserializeOwned + Serialize,
{
    let Some(token) = page_token else {
        return Ok(None);
    };
    let parameters = json!({ "page_token": token });
    let parameters: PaginationParams<EmptyScanParams, S> = serde_json::from_value(parameters)
        .map_err(|_| {
            let rule = "must be the `next_page` of a response of this operation";
            Rejection::Parameters(Violations::one("/page_token", rule))
        })?;
    Ok(match parameters.page {
        WhichPage::First(_) => None,
        WhichPage::Next(selector) => Some(selector),
    })
}

/// Returns the `next_page` of a response with these items: the token with the selector of the
/// last one; nothing if there are no items.
///
/// # Errors
/// [`Rejection::ServerError`] for a selector that is too large for a token: dropshot limits
/// tokens to 512 bytes.
pub fn next_page<T, S: Serialize>(
    items: &[T],
    selector: impl Fn(&T) -> S,
) -> Result<Option<String>, Rejection> {
    let last = items.last().into_iter().collect();
    let page = ResultsPage::new(last, &(), |item: &&T, (): &()| selector(item))?;
    Ok(page.next_page)
}

#[cfg(test)]
mod tests {
    use super::{next_page, page_selector};
    use crate::Rejection;

    #[test]
    fn a_token_has_the_selector_of_the_last_item() {
        let token = next_page(&[3, 4], |item| (*item, "a")).unwrap();
        let selector: Option<(u8, String)> = page_selector(token.as_deref()).unwrap();
        assert_eq!(selector, Some((4, "a".to_owned())));
    }

    #[test]
    fn a_token_of_a_handwritten_service_is_read() {
        // {"v":"v1","page_start":7}
        let token = "eyJ2IjoidjEiLCJwYWdlX3N0YXJ0Ijo3fQ==";
        assert_eq!(page_selector(Some(token)).unwrap(), Some(7));
        assert_eq!(next_page(&[7], |item| *item).unwrap().as_deref(), Some(token));
    }

    #[test]
    fn the_first_page_has_no_selector_and_an_empty_page_no_token() {
        assert_eq!(page_selector::<u8>(None).unwrap(), None);
        assert_eq!(next_page(&[], |item: &u8| *item).unwrap(), None);
    }

    #[test]
    fn a_text_that_is_no_token_is_rejected() {
        let other = next_page(&["text"], |item| *item).unwrap().unwrap();
        for token in ["", "a", "e30=", "é", &other, &"A".repeat(1 << 16)] {
            let rejection = page_selector::<u8>(Some(token)).unwrap_err();
            assert!(matches!(rejection, Rejection::Parameters(_)), "{token}");
            let text = "The parameters are not valid: at \"/page_token\" must be the `next_page` of a \
                        response of this operation.";
            assert_eq!(rejection.to_string(), text);
        }
    }

    #[test]
    fn a_selector_that_is_too_large_is_a_defect_of_the_service() {
        let rejection = next_page(&["a".repeat(512)], String::clone).unwrap_err();
        assert!(matches!(rejection, Rejection::ServerError(_)), "{rejection:?}");
    }
}
