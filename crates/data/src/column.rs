//! Columns, buffered until a row group is written.

use std::mem::size_of;

use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FloatType, Int32Type, Int64Type,
};
use parquet::file::writer::SerializedColumnWriter;

use crate::DataError;

/// A column of a table of `R`, with its type erased.
pub(crate) trait AnyColumn<R>: Send {
    /// Its declaration in the schema of the file.
    fn declaration(&self) -> String;
    /// Buffers the column's part of a row, and returns its size in bytes.
    fn push(&mut self, row: &R) -> usize;
    /// Writes and clears the buffer.
    fn flush(&mut self, writer: &mut SerializedColumnWriter<'_>) -> Result<(), DataError>;
}

/// How many values a column has per row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// At most one.
    Optional,
    /// Any number; the list itself may also be absent.
    List,
}

struct Column<R, T: DataType> {
    name: String,
    /// The physical and the logical type in the schema.
    types: (&'static str, &'static str),
    shape: Shape,
    #[expect(clippy::type_complexity, reason = "it is a function from a row to its values")]
    get: Box<dyn Fn(&R) -> Option<Vec<T::T>> + Send>,
    /// The size of a value in bytes.
    size: fn(&T::T) -> usize,
    values: Vec<T::T>,
    definitions: Vec<i16>,
    repetitions: Vec<i16>,
}

impl<R, T: DataType> AnyColumn<R> for Column<R, T> {
    fn declaration(&self) -> String {
        let (name, (physical, logical)) = (&self.name, self.types);
        match self.shape {
            Shape::Optional => format!("OPTIONAL {physical} {name} {logical};"),
            Shape::List => format!(
                "OPTIONAL group {name} (LIST) {{ REPEATED group list {{ \
                 REQUIRED {physical} element {logical}; }} }}"
            ),
        }
    }

    fn push(&mut self, row: &R) -> usize {
        let values = (self.get)(row);
        let levels = values.as_ref().map_or(1, |values| values.len().max(1));
        let present = match (&values, self.shape) {
            (None, _) => 0,
            (Some(values), Shape::List) if !values.is_empty() => 2,
            (Some(_), _) => 1,
        };
        self.definitions.resize(self.definitions.len() + levels, present);
        if self.shape == Shape::List {
            self.repetitions.push(0);
            self.repetitions.resize(self.definitions.len(), 1);
        }
        let values = values.unwrap_or_default();
        let size: usize = values.iter().map(self.size).sum();
        self.values.extend(values);
        size + levels * 2 * size_of::<i16>()
    }

    fn flush(&mut self, writer: &mut SerializedColumnWriter<'_>) -> Result<(), DataError> {
        let repetitions = (self.shape == Shape::List).then_some(self.repetitions.as_slice());
        writer.typed::<T>().write_batch(&self.values, Some(&self.definitions), repetitions)?;
        // Row groups differ in size, and a large one should not keep its memory.
        (self.values, self.definitions, self.repetitions) = Default::default();
        Ok(())
    }
}

/// A column of a table of `R`.
pub(crate) type Boxed<R> = Box<dyn AnyColumn<R>>;

fn column<R: 'static, T: DataType>(
    name: impl Into<String>,
    types: (&'static str, &'static str),
    shape: Shape,
    size: fn(&T::T) -> usize,
    get: impl Fn(&R) -> Option<Vec<T::T>> + Send + 'static,
) -> Boxed<R> {
    Box::new(Column::<R, T> {
        name: name.into(),
        types,
        shape,
        get: Box::new(get),
        size,
        values: Vec::new(),
        definitions: Vec::new(),
        repetitions: Vec::new(),
    })
}

/// A column with at most one value per row.
fn optional<R: 'static, T: DataType>(
    name: impl Into<String>,
    types: (&'static str, &'static str),
    get: impl Fn(&R) -> Option<T::T> + Send + 'static,
) -> Boxed<R> {
    let get = move |row: &R| get(row).map(|value| vec![value]);
    column::<R, T>(name, types, Shape::Optional, |_| size_of::<T::T>(), get)
}

/// The memory of a byte string.
fn bytes_size(bytes: &ByteArray) -> usize {
    size_of::<ByteArray>() + bytes.len()
}

/// Text.
pub(crate) fn text<R: 'static>(
    name: impl Into<String>,
    get: impl Fn(&R) -> Option<String> + Send + 'static,
) -> Boxed<R> {
    let get = move |row: &R| get(row).map(|text| vec![ByteArray::from(text.into_bytes())]);
    let types = ("BYTE_ARRAY", "(UTF8)");
    column::<R, ByteArrayType>(name, types, Shape::Optional, bytes_size, get)
}

/// Bytes.
pub(crate) fn bytes<R: 'static>(
    name: &str,
    get: impl Fn(&R) -> Option<Vec<u8>> + Send + 'static,
) -> Boxed<R> {
    let get = move |row: &R| get(row).map(|bytes| vec![ByteArray::from(bytes)]);
    column::<R, ByteArrayType>(name, ("BYTE_ARRAY", ""), Shape::Optional, bytes_size, get)
}

/// A boolean.
pub(crate) fn flag<R: 'static>(
    name: &str,
    get: impl Fn(&R) -> Option<bool> + Send + 'static,
) -> Boxed<R> {
    optional::<R, BoolType>(name, ("BOOLEAN", ""), get)
}

/// A signed 32-bit integer.
pub(crate) fn small<R: 'static>(
    name: &str,
    get: impl Fn(&R) -> Option<i32> + Send + 'static,
) -> Boxed<R> {
    optional::<R, Int32Type>(name, ("INT32", ""), get)
}

/// A signed 64-bit integer.
pub(crate) fn whole<R: 'static>(
    name: &str,
    get: impl Fn(&R) -> Option<i64> + Send + 'static,
) -> Boxed<R> {
    optional::<R, Int64Type>(name, ("INT64", ""), get)
}

/// An unsigned 64-bit integer, such as the number of a move.
pub(crate) fn number<R: 'static>(
    name: &str,
    get: impl Fn(&R) -> Option<u64> + Send + 'static,
) -> Boxed<R> {
    let types = ("INT64", "(INTEGER(64,false))");
    optional::<R, Int64Type>(name, types, move |row| get(row).map(u64::cast_signed))
}

/// A time as Unix time in milliseconds, declared without a time zone: readers then show it
/// unchanged, in UTC.
pub(crate) fn time<R: 'static>(
    name: &str,
    get: impl Fn(&R) -> Option<u64> + Send + 'static,
) -> Boxed<R> {
    let types = ("INT64", "(TIMESTAMP(MILLIS,false))");
    optional::<R, Int64Type>(name, types, move |row| get(row)?.try_into().ok())
}

/// A double-precision float.
pub(crate) fn double<R: 'static>(
    name: &str,
    get: impl Fn(&R) -> Option<f64> + Send + 'static,
) -> Boxed<R> {
    optional::<R, DoubleType>(name, ("DOUBLE", ""), get)
}

/// A single-precision float.
pub(crate) fn float<R: 'static>(
    name: &str,
    get: impl Fn(&R) -> Option<f32> + Send + 'static,
) -> Boxed<R> {
    optional::<R, FloatType>(name, ("FLOAT", ""), get)
}

/// A list of unsigned 64-bit integers.
pub(crate) fn numbers<R: 'static>(
    name: &str,
    get: impl Fn(&R) -> Option<Vec<u64>> + Send + 'static,
) -> Boxed<R> {
    let types = ("INT64", "(INTEGER(64,false))");
    column::<R, Int64Type>(
        name,
        types,
        Shape::List,
        |_| size_of::<i64>(),
        move |row| Some(get(row)?.into_iter().map(u64::cast_signed).collect()),
    )
}

/// A list of signed 32-bit integers.
pub(crate) fn smalls<R: 'static>(
    name: &str,
    get: impl Fn(&R) -> Option<Vec<i32>> + Send + 'static,
) -> Boxed<R> {
    column::<R, Int32Type>(name, ("INT32", ""), Shape::List, |_| size_of::<i32>(), get)
}

/// A list of single-precision floats.
pub(crate) fn floats<R: 'static>(
    name: &str,
    get: impl Fn(&R) -> Option<Vec<f32>> + Send + 'static,
) -> Boxed<R> {
    column::<R, FloatType>(name, ("FLOAT", ""), Shape::List, |_| size_of::<f32>(), get)
}
