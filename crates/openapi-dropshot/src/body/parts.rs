//! The parts of a form: texts in memory, small files too, large ones in a temporary file.

use std::sync::Arc;

use bytes::Bytes;
use futures::FutureExt;
use multer::Field;
use openapi_schema::{FieldContent, MaxLength, Violations};

use super::RequestLimits;
use super::file::{FileContent, FilePart};
use super::form::{FormField, SentField};
use super::frames::{Source, malformed};
use super::spool::{PIECE, Spool};
use super::text::utf8;
use crate::Rejection;
use crate::memory::Share;

/// The maximum number of bytes of the files of a form that stay in memory.
const IN_MEMORY: usize = 64 << 10;

/// The memory that a part takes beside its texts.
const PART: usize = size_of::<(String, SentField)>();

/// The parts of a body, within the limits.
pub(super) struct Parts {
    /// The names of the parts, and what is sent.
    pub sent: Vec<(String, SentField)>,
    /// The memory of the parts.
    pub share: Share,
    /// The bytes in memory.
    pub held: usize,
    limits: RequestLimits,
    /// Those of files.
    files: usize,
    spool: Option<Arc<Spool>>,
    /// The length of the temporary file.
    spooled: u64,
}

/// The content of a part that is received.
#[derive(Default)]
struct Content {
    /// The bytes that are not in the temporary file.
    bytes: Vec<u8>,
    /// The offset of the others.
    offset: u64,
    length: usize,
}

impl Parts {
    pub fn new(limits: RequestLimits) -> Self {
        Self {
            sent: Vec::new(),
            share: limits.memory.share(),
            held: 0,
            limits,
            files: 0,
            spool: None,
            spooled: 0,
        }
    }

    /// Receives a part. It is a file if the form declares it as one, or if the form does not
    /// declare it and it has a file name.
    pub async fn receive(
        &mut self,
        mut part: Field<'static>,
        source: &mut Source,
        fields: &[FormField],
    ) -> Result<(), Rejection> {
        let name = part.name().map(str::to_owned);
        let name = name.ok_or_else(|| malformed("a part has no name".to_owned()))?;
        let filename = part.file_name().map(str::to_owned);
        let content_type = part.content_type().map(ToString::to_string);
        let texts = [Some(&name), filename.as_ref(), content_type.as_ref()];
        self.hold(PART + texts.into_iter().flatten().map(String::len).sum::<usize>())?;
        let field = fields.iter().find(|field| field.name == name);
        let is_file = match field {
            Some(field) => matches!(field.content, FieldContent::File(_)),
            None => filename.is_some(),
        };
        let mut content = Content { offset: self.spooled, ..Content::default() };
        let schema = field.filter(|_| is_file).and_then(|field| field.schema.as_ref());
        let is_repeated = field.is_some_and(|field| field.repeated);
        let most = schema.and_then(|schema| schema.max_length(is_repeated).transpose());
        let most = most.transpose().map_err(Rejection::defect)?;
        while let Some(chunk) = source.fed(|| part.chunk().now_or_never()).await? {
            content.length += chunk.len();
            if content.length > self.limits.part {
                return Err(self.limits.part_too_large(&name));
            }
            if let (Some(field), Some(most)) = (field, &most)
                && content.length > most.limit
            {
                return Err(self.too_long(field, most));
            }
            if !is_file {
                self.hold(chunk.len())?;
            } else if content.bytes.len() + chunk.len() > PIECE {
                self.spool(&mut content.bytes).await?;
            }
            content.bytes.extend_from_slice(&chunk);
        }
        let sent = if is_file {
            SentField::File(FilePart {
                filename,
                content_type,
                content: self.content(content).await?,
            })
        } else {
            SentField::Text(utf8(&content.bytes)?.to_owned())
        };
        self.sent.push((name, sent));
        Ok(())
    }

    /// Returns the content of a file that is received.
    async fn content(&mut self, mut content: Content) -> Result<FileContent, Rejection> {
        let length = content.length;
        let is_in_memory = content.bytes.len() == length && self.files + length <= IN_MEMORY;
        // Without memory for it, a small file is one as a large one is.
        if is_in_memory && self.hold(length).is_ok() {
            self.files += length;
            return Ok(Bytes::from(content.bytes).into());
        }
        let spool = self.spool(&mut content.bytes).await?;
        Ok(FileContent::spooled(spool, content.offset, length))
    }

    /// Moves bytes to the end of the temporary file.
    async fn spool(&mut self, bytes: &mut Vec<u8>) -> Result<Arc<Spool>, Rejection> {
        let spool = match &self.spool {
            Some(spool) => spool.clone(),
            None => self.spool.insert(Spool::create(self.limits.disk).await?).clone(),
        };
        self.spooled += bytes.len() as u64;
        spool.append(std::mem::take(bytes)).await?;
        Ok(spool)
    }

    /// Takes memory for bytes of the form: twice their number, because a text that grows has up
    /// to twice the capacity that it needs.
    fn hold(&mut self, bytes: usize) -> Result<(), Rejection> {
        self.share.grow_to(2 * (self.held + bytes))?;
        self.held += bytes;
        Ok(())
    }

    /// Returns the rejection of a file that its schema does not allow, of which the rest is not
    /// received.
    fn too_long(&self, field: &FormField, most: &MaxLength) -> Rejection {
        let name = field.name;
        let index = self.sent.iter().filter(|(sent, _)| sent == name).count();
        let pointer = if field.repeated { format!("/{index}") } else { String::new() };
        let violations: Violations = [most.violation(pointer)].into_iter().collect();
        Rejection::Invalid(violations.of_member(name).collect())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::time::Duration;

    use futures::TryStreamExt;
    use tokio::io::AsyncReadExt;

    use super::super::multipart::receive;
    use super::super::stream::stream_of;
    use super::*;
    use crate::memory::{DISK, MEMORY};
    use crate::{BodyDisk, BodyMemory, Document, Schema};

    static DOCUMENT: Document = Document::new(
        r##"{
            "Form": { "properties": {
                "photo": { "maxLength": 100000 },
                "files": { "items": { "$ref": "#/File" } },
                "title": {}
            } },
            "File": { "type": "string", "maxLength": 150000 }
        }"##,
    );
    static FIELDS: [FormField; 3] = [
        FormField {
            name: "photo",
            content: FieldContent::File(""),
            repeated: false,
            schema: Some(Schema::at(&DOCUMENT, "#/Form/properties/photo")),
        },
        FormField {
            name: "files",
            content: FieldContent::File(""),
            repeated: true,
            schema: Some(Schema::at(&DOCUMENT, "#/Form/properties/files")),
        },
        FormField {
            name: "title",
            content: FieldContent::Text,
            repeated: false,
            schema: Some(Schema::at(&DOCUMENT, "#/Form/properties/title")),
        },
    ];

    const EMPTY: &[u8] = b"";

    fn limits(memory: &'static BodyMemory) -> RequestLimits {
        RequestLimits {
            body: 1 << 30,
            part: 200_000,
            time: Duration::from_secs(30),
            memory,
            disk: &DISK,
        }
    }

    fn body(parts: &[(&str, &[u8])]) -> Vec<u8> {
        let mut body = Vec::new();
        for (name, content) in parts {
            let head = format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"");
            let head = head + if *name == "other" { "; filename=f\r\n\r\n" } else { "\r\n\r\n" };
            body.extend([head.as_bytes(), content, b"\r\n"].concat());
        }
        body.extend(b"--b--\r\n");
        body
    }

    async fn received(
        parts: &[(&str, &[u8])],
        limits: RequestLimits,
    ) -> Result<Vec<SentField>, String> {
        let (stream, _) = stream_of(&body(parts), 10_000, limits);
        let parts = receive(stream, "b".to_owned(), &FIELDS, limits).await;
        let parts = parts.map_err(|rejection| rejection.to_string())?;
        Ok(parts.sent.into_iter().map(|(_, sent)| sent).collect())
    }

    /// Returns this number of bytes, which differ.
    fn bytes(length: usize) -> Vec<u8> {
        (0..length).map(|index| (index % 251) as u8).collect()
    }

    #[tokio::test]
    async fn a_file_has_its_bytes_in_memory_or_not() {
        let lengths = [70_000, 10, 0, 64 << 10, 60_000, 90_000, 4_000];
        let contents = lengths.map(bytes);
        let parts: Vec<_> = contents.iter().map(|file| ("files", &**file)).collect();
        let large_memory = [false, true, true, false, true, false, true];
        let no_memory = [false, true, true, false, false, false, true];
        for (memory, in_memory) in [(1 << 20, large_memory), (0, no_memory)] {
            let memory = Box::leak(Box::new(BodyMemory::new(memory)));
            let sent = received(&parts, limits(memory)).await.unwrap();
            let expected = contents.iter().zip(in_memory);
            for (sent, (expected, in_memory)) in sent.iter().zip(expected) {
                let SentField::File(file) = sent else {
                    panic!("a text");
                };
                assert_eq!(file.content.len(), expected.len());
                let bytes = file.content.bytes().await.unwrap();
                assert_eq!(bytes, expected);
                let again = file.content.bytes().await.unwrap();
                assert_eq!(bytes.as_ptr() == again.as_ptr(), in_memory);
                let pieces: Vec<_> = file.content.stream().try_collect().await.unwrap();
                assert!(pieces.iter().all(|piece| piece.len() <= PIECE));
                assert_eq!(&pieces.concat(), expected);
                let mut read = Vec::new();
                file.content.reader().read_to_end(&mut read).await.unwrap();
                assert_eq!(&read, expected);
                assert_eq!(file, &file.clone());
            }
        }
    }

    #[tokio::test]
    async fn parts_beyond_a_limit_are_rejected() {
        static SMALL: BodyMemory = BodyMemory::new(500_000);
        let long = bytes(200_001);
        let text = vec![b'a'; 150_000];
        for (parts, expected) in [
            (
                &[("photo", &long[..100_001]), ("title", EMPTY)] as &[_],
                r#"The body is not valid: at "/photo" value is longer than 100000 characters."#,
            ),
            (
                &[("files", EMPTY), ("files", &long[..150_001])],
                r#"The body is not valid: at "/files/1" value is longer than 150000 characters."#,
            ),
            (&[("title", &long[..])], r#"The part "title" is larger than 200000 bytes."#),
            (&[("other", &long[..])], r#"The part "other" is larger than 200000 bytes."#),
            (
                &[("title", &text[..]), ("title", &text)],
                "The service has too much to do at the moment. Try again.",
            ),
            (&[("title", EMPTY); 3000], "The service has too much to do at the moment. Try again."),
        ] {
            assert_eq!(received(parts, limits(&SMALL)).await.err().unwrap(), expected);
        }
        for parts in [
            &[("photo", &long[..100_000])] as &[_],
            &[("files", &long[..150_000])],
            &[("other", &long[..200_000])],
            &[("title", &text[..])],
            &[("title", EMPTY); 1000],
        ] {
            assert_eq!(received(parts, limits(&SMALL)).await.err(), None);
        }
    }

    #[tokio::test]
    async fn the_files_of_all_forms_share_the_disk() {
        static SMALL: BodyDisk = BodyDisk::new(200_000);
        let limits = RequestLimits { disk: &SMALL, ..limits(&MEMORY) };
        let (photo, small) = (bytes(100_000), bytes(50_000));
        let first = received(&[("photo", &photo)], limits).await.unwrap();
        let second = received(&[("photo", &photo)], limits).await.unwrap();
        let rejection = received(&[("photo", &photo)], limits).await.err();
        let expected = "The service cannot do this at the moment. Try again.";
        assert_eq!(rejection.as_deref(), Some(expected));
        assert!(received(&[("photo", &small)], limits).await.is_ok());
        // A file takes of the disk as long as it exists.
        drop(first);
        assert!(received(&[("photo", &photo)], limits).await.is_ok());
        drop(second);
        assert!(received(&[("files", &photo[..]); 2], limits).await.is_ok());
        assert!(received(&[("files", &photo[..]); 3], limits).await.is_err());
        assert!(received(&[("files", &photo[..]); 2], limits).await.is_ok());
    }

    #[tokio::test]
    async fn a_rejected_file_ends_the_reading() {
        let photo = bytes(500_000);
        let limits = limits(&MEMORY);
        let (stream, mut rest) = stream_of(&body(&[("photo", &photo)]), 10_000, limits);
        assert!(receive(stream, "b".to_owned(), &FIELDS, limits).await.is_err());
        let rest = rest.try_recv().unwrap().collect(limits).await.unwrap();
        assert!(rest.bytes.len() > 380_000, "{}", rest.bytes.len());
    }
}
