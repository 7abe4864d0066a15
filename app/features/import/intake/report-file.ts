import { writeCsv } from '#domain/write-csv.ts';

/** A line of the complete report file. */
export type ReportLine = { path: string; outcome: string; reason: string };

/** Formats the lines as CSV. */
export function writeReportFile(lines: readonly ReportLine[]): string {
  return writeCsv([
    ['path', 'outcome', 'reason'],
    ...lines.map(({ path, outcome, reason }) => [path, outcome, reason]),
  ]);
}
