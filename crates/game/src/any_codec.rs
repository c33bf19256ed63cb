//! Formats of type-erased games, looked up once and used for many values.

use crate::{Codec, Decoded, Field, GameError, Options, Value};

/// One format of a type-erased game.
pub trait AnyCodec: Sync {
    /// Encodes a text form.
    fn encode(&self, text: &str, options: &Options) -> Result<Value, GameError>;
    /// Decodes a value.
    fn decode(&self, value: &Value, options: &Options) -> Result<Decoded, GameError>;
    /// The named parts of a value.
    fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError>;
}

/// Turns values of one format into values of another.
pub type Converter = Box<dyn Fn(&Value, &Options) -> Result<Value, GameError> + Send + Sync>;

/// A codec with its content type erased.
pub(crate) struct ErasedCodec<C: 'static>(pub(crate) &'static dyn Codec<C>);

impl<C> AnyCodec for ErasedCodec<C> {
    fn encode(&self, text: &str, options: &Options) -> Result<Value, GameError> {
        self.0.write(&self.0.parse(text, options)?, options)
    }

    fn decode(&self, value: &Value, options: &Options) -> Result<Decoded, GameError> {
        self.0.show(&self.0.read(value)?, options)
    }

    fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError> {
        self.0.fields(value)
    }
}
