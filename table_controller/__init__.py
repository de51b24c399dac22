"""Floorman's table: records, board, fusion, rules, journal, views and the program that wires them."""
