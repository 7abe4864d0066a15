import { Button } from '#app/ui/button.tsx';
import type { MakingProgress } from './make-pdf.ts';

const words: Record<MakingProgress['step'], (at: number, total: number) => string> = {
  sending: (at, total) => `Sending photograph ${at} of ${total}…`,
  waiting: () => 'Waiting for other PDFs…',
  making: (at, total) => `Making page ${at} of ${total}…`,
};

/** How far the PDF is, with a button to cancel it. Sending and making are half of the bar each. */
export function MakingProgressBar({ progress, onCancel }: { progress: MakingProgress; onCancel: () => void }) {
  const { step, done, total } = progress;
  const share = done / Math.max(1, total);
  const percent = Math.floor((step === 'sending' ? share / 2 : step === 'waiting' ? 0.5 : 0.5 + share / 2) * 100);
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-2 text-sm">
        <span className="mr-auto">{words[step](Math.min(total, done + 1), total)}</span>
        <span>{percent} %</span>
        <Button variant="ghost" size="small" className="-mr-3 px-3!" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <progress
        aria-label="Progress of the PDF"
        max={100}
        value={percent}
        className={
          'block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-hairline ' +
          '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hairline [&::-webkit-progress-value]:bg-accent'
        }
      />
    </div>
  );
}
