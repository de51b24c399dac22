"""What may be said after ``floorman``: each command, its options, and the room that answers it."""
