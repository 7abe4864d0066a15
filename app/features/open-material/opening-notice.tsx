import { useOpenedDialog } from '#app/features/viewer/side.ts';
import { Button, Spinner } from '#app/ui/button.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';
import * as actions from '#messages/actions.ts';

type OpeningNoticeProps = { text: string; isBusy?: boolean; onTryAgain?: () => void; onClose: () => void };

/**
 * Shows a small card over the page while a material is being opened, or if it can't be. Appears after a moment, so that a
 * material that opens at once does not flicker.
 */
export function OpeningNotice({ text, isBusy = false, onTryAgain, onClose }: OpeningNoticeProps) {
  const dialog = useOpenedDialog({ onClose });
  return (
    <dialog
      ref={dialog}
      aria-label={text}
      className="m-auto max-h-[calc(100dvh-2rem)] max-w-[min(28rem,calc(100vw-2rem))] overflow-y-auto rounded-card bg-card p-5 text-ink opacity-100 shadow-float outline-none transition-opacity delay-150 backdrop:bg-shade starting:opacity-0"
    >
      <output className="flex items-center gap-3">
        {isBusy && <Spinner />}
        {text}
      </output>
      <div className="mt-4 flex justify-end gap-3">
        {onTryAgain && <TryAgain variant="primary" size="small" onTry={onTryAgain} />}
        <Button size="small" variant="secondary" onClick={onClose}>
          {isBusy ? actions.cancel : actions.close}
        </Button>
      </div>
    </dialog>
  );
}
