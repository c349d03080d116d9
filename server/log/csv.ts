/** A cell that begins so is a formula to a spreadsheet. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * One line of CSV (RFC 4180) with its line break. Text that a spreadsheet would take for a formula gets an apostrophe
 * in front, because the requests that a log lists come from anybody.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
