//! Pure decisions over what they are shown.
