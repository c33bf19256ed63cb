//! Tables as Parquet files, written row by row in bounded memory.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use crate::DataError;
use crate::column::Boxed;

/// A row group ends after this many rows…
const MAX_ROWS: usize = 1 << 15;
/// …or this many bytes before compression, whichever comes first. A writer keeps only one row group
/// in memory, as values and as pages, and a few bytes for each one written.
const MAX_BYTES: usize = 1 << 24;

/// Writes a table of `R`.
pub(crate) struct TableWriter<R, W: Write> {
    columns: Vec<Boxed<R>>,
    file: SerializedFileWriter<W>,
    rows: usize,
    bytes: usize,
}

impl<R, W: Write + Send> TableWriter<R, W> {
    /// Begins a file. The notes are stored beside the schema, to describe the file.
    pub(crate) fn new(
        output: W,
        name: &str,
        columns: Vec<Boxed<R>>,
        notes: &[(&str, String)],
    ) -> Result<Self, DataError> {
        let declarations: String = columns.iter().map(|column| column.declaration()).collect();
        let schema = parse_message_type(&format!("message {name} {{ {declarations} }}"))?;
        let note =
            |(key, value): &(&str, String)| KeyValue::new(format!("ennead.{key}"), value.clone());
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(format!("ennead {}", env!("CARGO_PKG_VERSION")))
            // Page statistics would be kept until the end of the file.
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .set_key_value_metadata(Some(notes.iter().map(note).collect()))
            .build();
        let file = SerializedFileWriter::new(output, Arc::new(schema), Arc::new(properties))?;
        Ok(TableWriter { columns, file, rows: 0, bytes: 0 })
    }

    /// Adds a row.
    pub(crate) fn write(&mut self, row: &R) -> Result<(), DataError> {
        self.rows += 1;
        self.bytes += self.columns.iter_mut().map(|column| column.push(row)).sum::<usize>();
        if self.rows >= MAX_ROWS || self.bytes >= MAX_BYTES {
            self.end_group()?;
        }
        Ok(())
    }

    /// Completes the file.
    pub(crate) fn finish(mut self) -> Result<(), DataError> {
        if self.rows > 0 {
            self.end_group()?;
        }
        self.file.close()?;
        Ok(())
    }

    fn end_group(&mut self) -> Result<(), DataError> {
        let mut group = self.file.next_row_group()?;
        for column in &mut self.columns {
            let mut writer = group.next_column()?.ok_or(DataError::Columns)?;
            column.flush(&mut writer)?;
            writer.close()?;
        }
        group.close()?;
        (self.rows, self.bytes) = (0, 0);
        Ok(())
    }
}
