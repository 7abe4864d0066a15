import { Pause, Play } from 'lucide-react';
import type { IntakeState } from './staging-session.ts';
import { fileCount } from '#app/features/import/rows/row-words.ts';
import { formatMegabytes } from '#app/features/materials/figures.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import type { SendState } from '#app/features/import/sending/send-queue.ts';

type TransferBarProps = {
  intake: IntakeState;
  sending: SendState;
  /** True for a single line. */
  isSmall: boolean;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
};

/** One progress bar for all files: comparing them with the library, then sending them. Hidden otherwise. */
export function TransferBar({ intake, sending, isSmall, onPause, onResume, onCancel }: TransferBarProps) {
  const { status, reason, files, bytes } = sending;
  const isSending = status !== 'idle';
  if (!intake.isReading && !isSending) return null;
  const answered = files.done + files.failed;
  // Sent, but not stored yet: the library first makes a PDF of pictures.
  const isFinishing = isSending && bytes.sent >= bytes.total;
  const share = isFinishing
    ? answered / Math.max(1, files.total)
    : isSending
      ? bytes.sent / Math.max(1, bytes.total)
      : intake.read / Math.max(1, intake.found);
  const percent = Math.min(100, Math.floor(share * 100));
  const halted = { paused: 'Paused', away: 'Waiting for the library' }[status as string];
  const title = isSending
    ? `${halted ?? (isFinishing ? 'Finishing' : 'Sending')}: ${answered.toLocaleString('en')} of ${fileCount(files.total)}`
    : intake.found === 0
      ? 'Looking through the files'
      : `Comparing with the library: ${intake.read.toLocaleString('en')} of ${fileCount(intake.found)}`;
  const detail = isFinishing
    ? `${sizeWords(bytes.total)} sent. PDFs are made one after the other.`
    : isSending
      ? `${sizeWords(bytes.sent)} of ${sizeWords(bytes.total)}${intake.isReading ? `; ${fileCount(intake.found)} found so far` : ''}`
      : 'Nothing has been sent yet.';
  const Icon = status === 'sending' ? Pause : Play;
  const buttons = (
    <>
      {isSending && (
        <Button variant="secondary" size="small" onClick={status === 'sending' ? onPause : onResume}>
          <Icon aria-hidden="true" className="size-4" />
          {status === 'sending' ? 'Pause' : 'Continue'}
        </Button>
      )}
      <Button variant="ghost" size="small" onClick={onCancel}>
        Cancel
      </Button>
    </>
  );
  const bar = (
    <progress
      aria-label={isSending ? 'Sending' : 'Comparing with the library'}
      max={100}
      value={percent}
      className={
        'mt-1 block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-hairline ' +
        '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hairline [&::-webkit-progress-value]:bg-accent'
      }
    />
  );
  if (isSmall) {
    return (
      <div className="flex min-w-0 shrink-0 items-center gap-1.5 text-sm">
        <div className="w-64 leading-tight">
          <p className="truncate font-medium">{title}</p>
          <output className="block truncate text-xs text-muted empty:hidden">{reason}</output>
          {bar}
        </div>
        {buttons}
      </div>
    );
  }
  return (
    <Card className="p-4 max-md:p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <div className="mr-auto min-w-0">
          <p className="font-medium">{title}</p>
          <p className="text-muted">
            {reason === null && detail}
            <output>{reason}</output>
          </p>
        </div>
        {buttons}
      </div>
      {bar}
    </Card>
  );
}

function sizeWords(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024).toLocaleString('en')} KB`;
  return formatMegabytes(bytes);
}
