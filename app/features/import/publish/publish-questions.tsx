import { lockedPdf, portfolioPdf } from '#domain/file-warnings.ts';
import { RowPassword } from '#app/features/import/rows/row-password.tsx';
import { splitPath } from '#app/features/import/rows/row-words.ts';
import type { StagedRow, ManualValues } from '#app/features/import/calls/staging-calls.ts';
import { Button } from '#app/ui/button.tsx';

export type PublishQuestionsProps = {
  /** The rows for which `needsAnswer` is true. */
  rows: readonly StagedRow[];
  onSet: (row: StagedRow, manual: ManualValues, what: string) => void;
  onTakeInside: (row: StagedRow) => void;
};

/** Maximum number of questions shown; the filters of the table list all of these files. */
const maxShown = 12;

/** True for a locked file without a password, and for a portfolio: visitors could not open either. */
export function needsAnswer({ state, warning }: StagedRow): boolean {
  return state !== 'published' && (warning === lockedPdf || warning === portfolioPdf);
}

/** Asks for the passwords of locked files, and offers the papers inside portfolios, before anything is published. */
export function PublishQuestions({ rows, onSet, onTakeInside }: PublishQuestionsProps) {
  if (rows.length === 0) return null;
  return (
    <section className="mb-4 grid gap-4 text-sm" aria-label="Files that readers cannot read">
      {rows.slice(0, maxShown).map((row) => (
        <div key={row.$id} className="grid gap-2">
          <p className="wrap-anywhere">
            <bdi className="font-medium">{splitPath(row.path).name}</bdi>: {row.warning}
          </p>
          {row.warning === portfolioPdf ? (
            <Button variant="secondary" size="small" className="justify-self-start" onClick={() => onTakeInside(row)}>
              Add the papers inside
            </Button>
          ) : (
            <RowPassword key={row.filePasswordNote} row={row} onSet={(manual, what) => onSet(row, manual, what)} />
          )}
        </div>
      ))}
      {rows.length > maxShown && (
        <p className="text-muted">
          {(rows.length - maxShown).toLocaleString('en')} more are in the table under “Damaged or locked”.
        </p>
      )}
    </section>
  );
}
