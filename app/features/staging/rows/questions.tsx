import type { Accepted, StagedRow } from '#app/features/staging/staging-calls.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { fileCount, isRefused } from './row-words.ts';

/** Files about which a person is asked. */
export type Question = { about: 'discard' | 'publish'; rows: readonly StagedRow[] };

type QuestionDialogProps = {
  question: Question;
  onDiscard: (ids: readonly string[]) => void;
  onPublish: (ids: readonly string[], accept: readonly Accepted[]) => void;
  onClose: () => void;
};

/** Asks before files are discarded, and before files that are not ready are published. */
export function QuestionDialog({ question, onDiscard, onPublish, onClose }: QuestionDialogProps) {
  const { about, rows } = question;
  const idsOf = (list: readonly StagedRow[]) => list.map(({ $id }) => $id);
  const answer = (run: () => void) => () => {
    onClose();
    run();
  };
  const cancel = (
    <Button variant="secondary" onClick={onClose}>
      Cancel
    </Button>
  );
  if (about === 'discard') {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={`Discard ${fileCount(rows.length)}?`}
        description="Nothing of it was published. What was sent is deleted from the library; the files on your device stay."
      >
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          {cancel}
          <Button variant="destructive" onClick={answer(() => onDiscard(idsOf(rows)))}>
            Discard
          </Button>
        </div>
      </Dialog>
    );
  }
  const ready = rows.filter(({ isReady }) => isReady);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${fileCount(rows.length - ready.length)} ${rows.length - ready.length === 1 ? 'is' : 'are'} not ready`}
      description={`${whatIsNotReady(rows)} Files without bytes, faculty, term, subject or kind are not published in any case.`}
    >
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        {cancel}
        <Button
          variant="secondary"
          onClick={answer(() => onPublish(idsOf(rows), ['doubtful', 'duplicates', 'unreadable']))}
        >
          Publish all {rows.length.toLocaleString('en')} as they are
        </Button>
        {ready.length > 0 && (
          <Button onClick={answer(() => onPublish(idsOf(ready), []))}>
            Publish {ready.length.toLocaleString('en')} ready
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function whatIsNotReady(rows: readonly StagedRow[]): string {
  const count = (test: (row: StagedRow) => boolean) => rows.filter(test).length;
  const parts: [number, string][] = [
    [count(({ doubtful }) => doubtful.length > 0), 'with something doubtful'],
    [count(({ duplicates }) => duplicates.length > 0), 'like a file that is here already'],
    [count(({ warning }) => warning !== null), 'damaged or locked'],
    [count(isRefused), 'refused'],
    [count((row) => row.state === 'waiting' && !isRefused(row)), 'not sent'],
    [count(({ state }) => state === 'reading'), 'still being read'],
  ];
  const said = parts.filter(([number]) => number > 0).map(([number, what]) => `${number.toLocaleString('en')} ${what}`);
  return `${said.join(', ')}.`;
}
