"""Setting up a camera: its lens, where the table lies in its picture, and whether it still sees well."""
