// How an amount of the smallest unit is written: as a currency, or as plain chips. *worth*: smallest units that one chip
// of the table's count is worth.
export function amounts(language, { currency = "", decimals = 0, worth = 1, grouped = true }) {
  const style = currency ? { style: "currency", currency } : {};
  const format = new Intl.NumberFormat(language, { ...style, useGrouping: grouped, minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return (amount) => format.format((amount * worth) / 10 ** decimals);
}
