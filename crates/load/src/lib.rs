//! Plays real matches over real sockets and measures.
