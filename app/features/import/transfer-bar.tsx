import { Pause, Play } from 'lucide-react';
import type { IntakeState } from './staging-session.ts';
import { formatMegabytes } from '#app/features/materials/figures.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import type { SendState } from '#app/features/import/sending/send-queue.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/import/panel.ts';

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
  const state = status === 'paused' || status === 'away' ? status : isFinishing ? 'finishing' : 'sending';
  const title = isSending
    ? words.sendingFiles(state, answered, files.total)
    : intake.found === 0
      ? words.lookingThrough
      : words.comparingFiles(intake.read, intake.found);
  const detail = isFinishing
    ? words.allSent(sizeWords(bytes.total))
    : isSending
      ? words.sentBytes(sizeWords(bytes.sent), sizeWords(bytes.total), intake.isReading ? intake.found : null)
      : words.nothingSentYet;
  const Icon = status === 'sending' ? Pause : Play;
  const buttons = (
    <>
      {isSending && (
        <Button variant="secondary" size="small" onClick={status === 'sending' ? onPause : onResume}>
          <Icon aria-hidden="true" className="size-4" />
          {status === 'sending' ? words.pause : actions.proceed}
        </Button>
      )}
      <Button variant="ghost" size="small" onClick={onCancel}>
        {actions.cancel}
      </Button>
    </>
  );
  const bar = (
    <progress
      aria-label={isSending ? words.sending : words.comparing}
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
        <div className="me-auto min-w-0">
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
  if (bytes < 1024 * 1024) return words.kilobytes(Math.round(bytes / 1024));
  return formatMegabytes(bytes);
}
