//! What the desktop app of the school does, without its window.
