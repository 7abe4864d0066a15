import { Button } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

type OpeningNoticeProps = { text: string; isBusy?: boolean; onTryAgain?: () => void; onClose: () => void };

/** A small card over the page while a material is being opened, or when it cannot be. */
export function OpeningNotice({ text, isBusy = false, onTryAgain, onClose }: OpeningNoticeProps) {
  return (
    <div className="fixed inset-0 z-50 grid place-items-center bg-shade p-4">
      <div className="flex max-w-md flex-col gap-4 rounded-card bg-card p-5 text-ink shadow-float">
        <output className="flex items-center gap-3">
          {isBusy && <Spinner />}
          {text}
        </output>
        <div className="flex justify-end gap-3">
          {onTryAgain && (
            <Button size="small" onClick={onTryAgain}>
              Try again
            </Button>
          )}
          <Button size="small" variant="secondary" onClick={onClose}>
            {isBusy ? 'Cancel' : 'Close'}
          </Button>
        </div>
      </div>
    </div>
  );
}
