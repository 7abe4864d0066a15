/** Returns the text without control characters that move a terminal's cursor or hide the rest of the line. */
export function plain(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]|\p{Cf}/gu, '�');
}

/** Formats a table whose columns are as wide as their content. The first row is the heading. */
export function table(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => plain(cell).replaceAll('\n', ' ')));
  const widths = cells.reduce<number[]>(
    (known, row) => row.map((cell, column) => Math.max(known[column] ?? 0, cell.length)),
    [],
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats a datetime of the contract as 2026-11-22 17:10 in the library's time zone. */
export function writeMoment(moment: string, timeZone: string): string {
  const style = { dateStyle: 'short', timeStyle: 'short', timeZone } as const;
  return new Intl.DateTimeFormat('sv-SE', style).format(new Date(moment));
}
