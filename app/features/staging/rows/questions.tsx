import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { fileCount } from './row-words.ts';

type DiscardDialogProps = { count: number; onDiscard: () => void; onClose: () => void };

/** Asks before files are discarded. */
export function DiscardDialog({ count, onDiscard, onClose }: DiscardDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Discard ${fileCount(count)}?`}
      description="Nothing of it was published. What was sent is deleted from the library; the files on your device stay."
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
