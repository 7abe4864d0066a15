import { ProgressBar } from '#app/ui/progress-bar.tsx';
import type { MakingProgress } from './make-pdf.ts';

const words: Record<MakingProgress['step'], (at: number, total: number) => string> = {
  sending: (at, total) => `Sending photograph ${at} of ${total}…`,
  waiting: () => 'Waiting for other PDFs…',
  making: (at, total) => `Making page ${at} of ${total}…`,
};

/** Shows the progress of the PDF, with a button to cancel it. Sending and making are half of the bar each. */
export function MakingProgressBar({ progress, onCancel }: { progress: MakingProgress; onCancel: () => void }) {
  const { step, done, total } = progress;
  const share = done / Math.max(1, total);
  const percent = Math.floor((step === 'sending' ? share / 2 : step === 'waiting' ? 0.5 : 0.5 + share / 2) * 100);
  return (
    <div>
      <ProgressBar
        label="Progress of the PDF"
        text={words[step](Math.min(total, done + 1), total)}
        percent={percent}
        onCancel={onCancel}
      />
    </div>
  );
}
