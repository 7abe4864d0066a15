import { useBlocker } from '@tanstack/react-router';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

/** Asks before a page is left, or closed, while something is being sent. */
export function LeaveGuard({ isSending }: { isSending: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isSending,
    enableBeforeUnload: isSending,
    disabled: !isSending,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      isOpen
      onClose={blocker.reset}
      title="Stop the upload?"
      description="Leaving this page stops the upload. Nothing has been published yet."
    >
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button variant="secondary" onClick={blocker.reset}>
          Stay
        </Button>
        <Button variant="destructive" onClick={blocker.proceed}>
          Stop and leave
        </Button>
      </div>
    </Dialog>
  );
}
