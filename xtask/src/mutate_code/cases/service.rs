//! Changes of the service: its handlers, its `error` values, its tokens.

use super::{COMMANDS, Check, LOG, Mutation, WIRE};

const HANDLERS: &str = "src/handlers.rs";
const ERROR: &str = "src/error.rs";
const TOKENS: &str = "src/tokens/mod.rs";
const TOKEN: &str = "src/tokens/token.rs";
const VERIFIER: &str = "src/tokens/verifier.rs";
const UNITS: Check = Check::Units("plant-store");

pub(super) const ALL: &[Mutation] = &[
    Mutation::new(
        HANDLERS,
        "takes no proof of who asks",
        &[(
            "        token: Admitted,
",
            "",
        )],
        &[WIRE],
    ),
    Mutation::new(
        HANDLERS,
        "answers 201, which is not declared",
        &[(
            "CreatePlantResponse::Ok(plant)",
            "CreatePlantResponse::Created(plant)",
        )],
        &[WIRE],
    ),
    Mutation::new(
        HANDLERS,
        "takes the name for optional",
        &[("name: name.clone()", "name: Some(name.clone())")],
        &[WIRE],
    ),
    Mutation::new(
        HANDLERS,
        "answers a new plant with 400",
        &[(
            "Ok(CreatePlantResponse::Ok(plant))
            }",
            "Ok(CreatePlantResponse::BadRequest(error::id_taken(id)))
            }",
        )],
        &[WIRE],
    ),
    Mutation::new(
        HANDLERS,
        "answers without the tag",
        &[("tag: tag.clone(),", "tag: None,")],
        &[WIRE],
    ),
    Mutation::new(
        HANDLERS,
        "answers an empty tag for an absent one",
        &[(
            "tag: tag.clone(),",
            "tag: Some(tag.clone().unwrap_or_default()),",
        )],
        &[WIRE],
    ),
    Mutation::new(
        HANDLERS,
        "answers with another name",
        &[("name: name.clone(),", "name: name.trim().to_owned(),")],
        &[WIRE],
    ),
    Mutation::new(
        HANDLERS,
        "answers 200 when the id belongs to a different plant",
        &[(
            "Ok(CreatePlantResponse::BadRequest(refusal))",
            "Ok(CreatePlantResponse::Ok(plant))",
        )],
        &[WIRE],
    ),
    Mutation::new(
        HANDLERS,
        "stores nothing",
        &[(
            "storage.plant_create_by(plant_storage::Plant { id, name, tag }, trail);",
            "async {
            drop((storage, plant_storage::Plant { id, name, tag }, trail));
            Ok::<_, CreateError>(plant_storage::Created::New)
        };",
        )],
        &[WIRE],
    ),
    Mutation::new(
        HANDLERS,
        "stores the plant under another id",
        &[(
            "Plant { id, name, tag }, trail);",
            "Plant { id: id / 2, name, tag }, trail);",
        )],
        &[WIRE],
    ),
    Mutation::new(
        HANDLERS,
        "stores no tag",
        &[(
            "Plant { id, name, tag }, trail);",
            "Plant { id, name, tag: None }, trail);",
        )],
        &[WIRE],
    ),
    Mutation::new(
        HANDLERS,
        "names another realm",
        &[(r#"REALM: &str = "plants""#, r#"REALM: &str = "plant""#)],
        &[WIRE],
    ),
    Mutation::new(
        HANDLERS,
        "takes no notice of the limits that are set",
        &[(
            "time: rqctx.context().request_timeout,",
            "time: Duration::from_secs(30),",
        )],
        &[WIRE],
    ),
    Mutation::new(
        HANDLERS,
        "logs a new plant without the name of the token",
        &[("token: Some((&*token.name).into()),", "token: None,")],
        &[LOG],
    ),
    Mutation::new(
        ERROR,
        "calls what is not JSON no plant",
        &[("=> ErrorCode::NotJson,", "=> ErrorCode::NotAPlant,")],
        &[WIRE],
    ),
    Mutation::new(
        ERROR,
        "calls what is no plant not JSON",
        &[("=> ErrorCode::NotAPlant,", "=> ErrorCode::NotJson,")],
        &[WIRE],
    ),
    Mutation::new(
        ERROR,
        "calls a wrong content type not JSON",
        &[("=> ErrorCode::ContentType,", "=> ErrorCode::NotJson,")],
        &[WIRE],
    ),
    Mutation::new(
        ERROR,
        "calls a body that is too large too slow",
        &[("=> ErrorCode::TooLarge,", "=> ErrorCode::TooSlow,")],
        &[WIRE],
    ),
    Mutation::new(
        ERROR,
        "calls a body that is too slow a defect",
        &[("=> ErrorCode::TooSlow,", "=> ErrorCode::Defect,")],
        &[WIRE],
    ),
    Mutation::new(
        ERROR,
        "tells a missing credential and a refused one alike",
        &[(
            "=> ErrorCode::NoCredential,",
            "=> ErrorCode::CredentialRefused,",
        )],
        &[WIRE],
    ),
    Mutation::new(
        ERROR,
        "calls a store that cannot be used overloaded",
        &[(
            "=> ErrorCode::StoreUnavailable,",
            "=> ErrorCode::Overloaded,",
        )],
        &[WIRE],
    ),
    Mutation::new(
        ERROR,
        "takes too much work for a defect",
        &[("=> ErrorCode::Overloaded,", "=> ErrorCode::Defect,")],
        &[UNITS, WIRE],
    ),
    Mutation::new(
        ERROR,
        "gives a taken id the value of another fault",
        &[("error: ErrorCode::IdTaken,", "error: ErrorCode::NotAPlant,")],
        &[WIRE],
    ),
    Mutation::new(
        ERROR,
        "asks to try a store again much later",
        &[(
            "RETRY_STORE: Duration = Duration::from_secs(5)",
            "RETRY_STORE: Duration = Duration::from_secs(500)",
        )],
        &[WIRE],
    ),
    Mutation::new(
        ERROR,
        "tells the caller what went wrong inside",
        &[(
            "message: rejection.to_string(),",
            r#"message: format!("{rejection:?}"),"#,
        )],
        &[WIRE],
    ),
    Mutation::new(
        TOKENS,
        "accepts what was revoked",
        &[(
            "record.revoked_at.is_none() && !is_expired(record, now)",
            "!is_expired(record, now)",
        )],
        &[UNITS],
    ),
    Mutation::new(
        TOKENS,
        "accepts what has expired",
        &[(
            "record.revoked_at.is_none() && !is_expired(record, now)",
            "record.revoked_at.is_none()",
        )],
        &[UNITS],
    ),
    Mutation::new(
        TOKENS,
        "accepts a token for one second more",
        &[("expires_at <= now", "expires_at < now")],
        &[UNITS],
    ),
    Mutation::new(
        TOKEN,
        "does not look at the checksum",
        &[(
            "            && sum == checksum(payload);",
            "            && sum.len() == CHECKSUM_LENGTH;",
        )],
        &[UNITS],
    ),
    Mutation::new(
        TOKEN,
        "makes shorter tokens",
        &[("RANDOM_LENGTH: usize = 43", "RANDOM_LENGTH: usize = 22")],
        &[UNITS],
    ),
    Mutation::new(
        TOKEN,
        "shows a token to those who debug",
        &[(
            r#"formatter.write_str("Token(…)")"#,
            "formatter.write_str(&self.0)",
        )],
        &[UNITS],
    ),
    Mutation::new(
        TOKEN,
        "writes tokens to the log",
        &[("if end < MIN_MASKED_LENGTH {", "if end < usize::MAX {")],
        &[UNITS],
    ),
    Mutation::new(
        VERIFIER,
        "remembers an acceptance for a minute",
        &[("Duration::from_millis(500)", "Duration::from_secs(60)")],
        &[UNITS, COMMANDS, WIRE],
    ),
    Mutation::new(
        VERIFIER,
        "queries the store for each request",
        &[(
            "answer.since >= earliest",
            "answer.since >= earliest + PAUSE",
        )],
        &[UNITS],
    ),
    Mutation::new(
        VERIFIER,
        "queries the store for several requests at once",
        &[("let _querying = self.query.lock().await;", "")],
        &[UNITS],
    ),
    Mutation::new(
        VERIFIER,
        "queries the store for unknown tokens without a pause",
        &[(
            "sleep_until((answer.since + PAUSE).into())",
            "sleep_until(answer.since.into())",
        )],
        &[UNITS],
    ),
];
