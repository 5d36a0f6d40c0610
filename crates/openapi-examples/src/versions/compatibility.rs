//! The functions that the older versions need: all that a person writes for them.

use dropshot::RequestContext;
use openapi_dropshot::Rejection;

use super::api::{v1_0_0, v2_0_0, v3_0_0};
use super::library::{audit, lock};
use super::{Library, State};

impl v1_0_0::Compatibility for Library {
    /// Callers of version 1.0.0 know a library that moves as closed.
    fn response_status_state(value: v3_0_0::types::StatusState) -> v1_0_0::types::StatusState {
        use v1_0_0::types::StatusState;
        match value {
            v3_0_0::types::StatusState::Open => StatusState::Open,
            v3_0_0::types::StatusState::Closed | v3_0_0::types::StatusState::Moving => {
                StatusState::Closed
            }
        }
    }

    /// A loan without a number of days takes two weeks.
    fn request_new_loan_days(value: v1_0_0::types::NewLoan) -> Result<i64, Rejection> {
        Ok(value.days.unwrap_or(14))
    }
}

impl v2_0_0::Compatibility for Library {
    /// Version 2.0.0 answers 200.
    fn response_create_book_created(
        body: v3_0_0::types::Book,
    ) -> v2_0_0::types::CreateBookResponse {
        v2_0_0::types::CreateBookResponse::Ok(body)
    }

    async fn before_operation(
        rqctx: &RequestContext<State>,
        call: v2_0_0::Call<'_>,
    ) -> Result<(), Rejection> {
        audit(rqctx, &call);
        Ok(())
    }

    async fn delete_book(
        rqctx: &RequestContext<State>,
        path: v2_0_0::types::DeleteBookPath,
    ) -> Result<v2_0_0::types::DeleteBookResponse, Rejection> {
        lock(&rqctx.context().books).remove(&path.id);
        Ok(v2_0_0::types::DeleteBookResponse::NoContent)
    }

    /// The member `mail` is `email`.
    fn request_reader(value: v2_0_0::types::Reader) -> Result<v3_0_0::types::Reader, Rejection> {
        Ok(v3_0_0::types::Reader { email: value.mail })
    }

    /// The member `email` is `mail`.
    fn response_reader_mail(value: v3_0_0::types::Reader) -> String {
        value.email
    }

    /// A card without a number is one whose number is not known.
    fn request_payment(value: v2_0_0::types::Payment) -> Result<v3_0_0::types::Payment, Rejection> {
        use v3_0_0::types::{Card, CardKind, Cash, CashKind, Payment};
        let cents = value.cents;
        Ok(match value.kind {
            v2_0_0::types::PaymentKind::Card => Payment::Card(Card {
                kind: CardKind::Card,
                cents,
                number: value.number.unwrap_or_default(),
            }),
            v2_0_0::types::PaymentKind::Cash => Payment::Cash(Cash { kind: CashKind::Cash, cents }),
        })
    }
}
