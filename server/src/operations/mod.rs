//! What keeps a running school in order: jobs, clean-up, checks, the pause after a restore.

pub mod check;
pub mod clean_up;
pub mod doctor;
pub mod jobs;
pub mod restore_mode;
