"""Enrolment: from a few pictures of one deck the reader learns its faces, its indices and its back."""
