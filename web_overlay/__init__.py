"""Pages, JSON and live push for the people around the table; it judges nothing."""
