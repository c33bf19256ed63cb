//! Every game that Ennead knows, one line each.
