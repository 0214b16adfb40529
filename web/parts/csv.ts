/** The value of one cell. */
export type Cell = string | number | null;

/** Lines of cells as CSV [RFC 4180]. Texts that a spreadsheet would run as a formula are made harmless. */
export function csvText(lines: readonly (readonly Cell[])[]): string {
  return lines.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');
}

function cellText(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const isNumber = text.trim() !== '' && Number.isFinite(Number(text));
  const harmless = !isNumber && /^[=+\-@\t\r']/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
