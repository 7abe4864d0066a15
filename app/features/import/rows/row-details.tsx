import type { StagedDuplicateAnswer } from '#contract/schemas/answer-types.ts';
import { pages, type ContractIds } from '#contract/addresses.ts';
import type { Shelf } from '#contract/shelf.ts';
import { lockedPdf, portfolioPdf } from '#domain/file-warnings.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import type { EditedValue, StagedRow, ManualValues } from '#app/features/import/calls/staging-calls.ts';
import { Button } from '#app/ui/button.tsx';
import * as words from '#messages/import/rows.ts';
import { RowCopies } from './row-copies.tsx';
import { RowAlternatives, RowDuplicates, RowReasons, RowPicture } from './row-facts.tsx';
import { RowPassword } from './row-password.tsx';
import { splitPath, stateOf, type RowContext } from './row-words.ts';
import { StateMark } from './row-marks.tsx';
import { localAddress } from '#app/features/layout/local-address.ts';

export type RowDetailsProps = {
  row: StagedRow;
  rows: ReadonlyMap<string, StagedRow>;
  context: RowContext;
  shelf: Shelf;
  ids: ContractIds;
  faculties: readonly FacultySummary[];
  onSet: (manual: ManualValues, value: EditedValue) => void;
  /** Restores or unhides the material that the row duplicates. */
  onBringBack: (duplicate: StagedDuplicateAnswer) => void;
  /** Adds the papers inside a portfolio. */
  onTakeInside: () => void;
};

/** The panel next to the table: the first page and the facts of the active row. */
export function RowDetails(props: RowDetailsProps) {
  const { row, rows, context, shelf, ids, faculties, onSet, onBringBack } = props;
  return (
    <div className="grid content-start gap-4">
      <RowHead {...props} />
      <RowDuplicates {...{ row, rows, shelf, ids, onBringBack }} timeZone={context.timeZone} />
      <RowCopies row={row} />
      <RowPassword key={`${row.$id} ${row.filePassword} ${row.filePasswordNote}`} row={row} onSet={onSet} />
      <FirstPageOf row={row} ids={ids} />
      <RowAlternatives {...{ row, faculties, onSet }} />
      <RowReasons row={row} faculties={faculties} />
    </div>
  );
}

/** The name of a row, its state and an explanation. */
export function RowHead({ row, context, onTakeInside }: Pick<RowDetailsProps, 'row' | 'context' | 'onTakeInside'>) {
  const { name, folder } = splitPath(row.path);
  const state = stateOf(row, context);
  return (
    <div className="text-sm">
      <p className="font-medium wrap-anywhere">{name}</p>
      {folder !== '' && <p className="text-xs wrap-anywhere text-muted">{folder}</p>}
      <p className="mt-2 font-medium">
        <StateMark state={state} />
      </p>
      {state.detail && (
        <p lang={state.lang} className="mt-0.5 wrap-anywhere text-muted">
          {state.detail}
        </p>
      )}
      {row.warning === portfolioPdf && row.state !== 'published' && (
        <Button variant="secondary" size="small" className="mt-2" onClick={onTakeInside}>
          {words.takeInside}
        </Button>
      )}
      {row.materialId !== null && (
        <a
          href={localAddress(pages.material(row.materialId))}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
        >
          {words.openInLibrary}
          <span className="sr-only"> {words.opensNewTab}</span>
        </a>
      )}
    </div>
  );
}

/** The first page of a row, or the reason why there is no picture of it. */
export function FirstPageOf({ row, ids, isLarge = false }: { row: StagedRow; ids: ContractIds; isLarge?: boolean }) {
  const hasBytes = row.fileType !== null;
  // True even if the password is known, because pictures are made without it.
  const isLocked = row.warning === lockedPdf || row.filePassword !== null;
  const isUnreadable = isLocked || (row.warning !== null && row.warning !== portfolioPdf);
  const missing = !hasBytes ? words.shownOnceSent : isUnreadable ? words.pagesNotShown : words.webPageNotShown;
  const isShown = row.fileType === 'application/pdf' && !isUnreadable;
  return (
    <RowPicture
      ids={ids}
      fileId={isShown ? row.fileId : null}
      alt={words.firstPageOf(splitPath(row.path).name)}
      missing={missing}
      isLarge={isLarge}
    />
  );
}
