/** A line of the file with all of a report. */
export type ReportLine = { path: string; outcome: string; reason: string };

/**
 * The lines as CSV (RFC 4180), with a byte order mark, by which Excel knows UTF-8. A text that a spreadsheet would take for
 * a formula gets an apostrophe before it.
 */
export function writeReportFile(lines: readonly ReportLine[]): string {
  const rows = [['path', 'outcome', 'reason'], ...lines.map(({ path, outcome, reason }) => [path, outcome, reason])];
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
