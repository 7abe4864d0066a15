import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { duplicateWords } from './tool-targets.ts';
import { fileCount } from './row-words.ts';
import type { StagedRow } from '#app/features/import/calls/staging-calls.ts';

type DiscardDialogProps = { rows: readonly StagedRow[]; onDiscard: () => void; onClose: () => void };

/** Asks before files are discarded. */
export function DiscardDialog({ rows, onDiscard, onClose }: DiscardDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Discard ${fileCount(rows.length)}?`}
      description={[
        duplicateWords(rows),
        'Discarded files were not published. Uploaded bytes are deleted from the library; the files on your device stay.',
      ]
        .filter(Boolean)
        .join(' ')}
    >
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="destructive"
          onClick={() => {
            onClose();
            onDiscard();
          }}
        >
          Discard
        </Button>
      </div>
    </Dialog>
  );
}
