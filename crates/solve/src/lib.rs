//! Exact values of small games.
