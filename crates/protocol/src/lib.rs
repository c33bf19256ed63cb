//! The frames between client and server, byte for byte.
