import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import * as words from '#messages/upload/panel.ts';

/** Work that leaving would lose or stop: a running upload, a running import of many files, or unsaved changes. */
export type UnsavedWork = 'upload' | 'import' | 'changes';

/** Asks for confirmation before the user leaves or closes a page with unsaved work. */
export function LeaveGuard({ unsavedWork }: { unsavedWork: UnsavedWork | null }) {
  const hasUnsavedWork = unsavedWork !== null;
  const blocker = useBlocker({
    // Another tab or filter of the panel is another address of the same page, which stays.
    shouldBlockFn: ({ current, next }) => hasUnsavedWork && current.pathname !== next.pathname,
    enableBeforeUnload: hasUnsavedWork,
    disabled: !hasUnsavedWork,
    withResolver: true,
  });
  if (!unsavedWork || blocker.status !== 'blocked') return null;
  return <LeaveDialog unsavedWork={unsavedWork} onStay={blocker.reset} onLeave={blocker.proceed} />;
}

type LeaveDialogProps = { unsavedWork: UnsavedWork; onStay: () => void; onLeave: () => void };

/** Renders the confirmation dialog of `LeaveGuard`, for other actions that would lose unsaved work. */
export function LeaveDialog({ unsavedWork, onStay, onLeave }: LeaveDialogProps) {
  const { title, description, stay, leave } = words.leaving[unsavedWork];
  return (
    <Dialog onClose={onStay} title={title} description={description}>
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button variant="secondary" onClick={onStay}>
          {stay}
        </Button>
        <Button variant="destructive" onClick={onLeave}>
          {leave}
        </Button>
      </div>
    </Dialog>
  );
}

/** Makes the browser ask before it closes or reloads the tab. Does not affect navigation to our other pages. */
export function useAskBeforeUnload(isUnsaved: boolean): void {
  useEffect(
    function askBeforeUnload() {
      if (!isUnsaved) return;
      const ask = (event: BeforeUnloadEvent) => event.preventDefault();
      addEventListener('beforeunload', ask);
      return () => removeEventListener('beforeunload', ask);
    },
    [isUnsaved],
  );
}
