import { Pause, Play } from 'lucide-react';
import type { IntakeState } from '#app/features/staging/staging-session.ts';
import { fileCount } from '#app/features/staging/rows/row-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import type { SendState } from './send-queue.ts';

type TransferBarProps = {
  intake: IntakeState;
  sending: SendState;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
};

/** One bar for all files: comparing them with the library, then sending them. Nothing while neither happens. */
export function TransferBar({ intake, sending, onPause, onResume, onCancel }: TransferBarProps) {
  const { status, reason, files, bytes } = sending;
  const isSending = status !== 'idle';
  if (!intake.isReading && !isSending) return null;
  const answered = files.done + files.failed;
  // Sent, and not stored yet: of pictures the library makes a PDF first.
  const isFinishing = isSending && bytes.sent >= bytes.total;
  const share = isFinishing
    ? answered / Math.max(1, files.total)
    : isSending
      ? bytes.sent / Math.max(1, bytes.total)
      : intake.read / Math.max(1, intake.found);
  const percent = Math.min(100, Math.floor(share * 100));
  const halted = { paused: 'Paused', away: 'Waiting for the library' }[status as string];
  return (
    <Card className="p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <div className="mr-auto min-w-0">
          <p className="font-medium">
            {isSending
              ? `${halted ?? (isFinishing ? 'Finishing' : 'Sending')}: ${answered.toLocaleString('en')} of ${fileCount(files.total)}`
              : intake.found === 0
                ? 'Looking through the files'
                : `Comparing with the library: ${intake.read.toLocaleString('en')} of ${fileCount(intake.found)}`}
          </p>
          <p className="text-muted">
            {reason === null &&
              (isFinishing
                ? `${sizeWords(bytes.total)} sent. PDFs of pictures are made one after the other.`
                : isSending
                  ? `${sizeWords(bytes.sent)} of ${sizeWords(bytes.total)}${intake.isReading ? `; ${fileCount(intake.found)} found so far` : ''}`
                  : 'Nothing has been sent yet.')}
            <output>{reason}</output>
          </p>
        </div>
        {isSending && (
          <Button variant="secondary" size="small" onClick={status === 'sending' ? onPause : onResume}>
            {status === 'sending' ? (
              <Pause aria-hidden="true" className="size-4" />
            ) : (
              <Play aria-hidden="true" className="size-4" />
            )}
            {status === 'sending' ? 'Pause' : 'Continue'}
          </Button>
        )}
        <Button variant="ghost" size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <progress
        aria-label={isSending ? 'Sending' : 'Comparing with the library'}
        max={100}
        value={percent}
        className={
          'mt-2 block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-hairline ' +
          '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hairline [&::-webkit-progress-value]:bg-accent'
        }
      />
    </Card>
  );
}

function sizeWords(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024).toLocaleString('en')} KB`;
  return `${(bytes / (1024 * 1024)).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}
