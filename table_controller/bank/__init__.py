"""The bank: ledger entries into balances and a settlement. Pure; no money moves here."""

from table_controller.bank.ledger import Balance, EntryKind, LedgerEntry, balances, entries_of
from table_controller.bank.settlement import Settlement, Transfer, settle

__all__ = ["Balance", "EntryKind", "LedgerEntry", "Settlement", "Transfer", "balances", "entries_of", "settle"]
