import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import type { StagedRow } from '#app/features/import/calls/staging-calls.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/import/rows.ts';
import { duplicateWords } from './tool-targets.ts';

type DiscardDialogProps = { rows: readonly StagedRow[]; onDiscard: () => void; onClose: () => void };

/** Asks for confirmation before files are discarded. */
export function DiscardDialog({ rows, onDiscard, onClose }: DiscardDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={words.discardQuestion(rows.length)}
      description={[duplicateWords(rows), words.whatDiscardMeans].filter(Boolean).join(' ')}
    >
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button variant="secondary" onClick={onClose}>
          {actions.cancel}
        </Button>
        <Button
          variant="destructive"
          onClick={() => {
            onClose();
            onDiscard();
          }}
        >
          {actions.discard}
        </Button>
      </div>
    </Dialog>
  );
}
