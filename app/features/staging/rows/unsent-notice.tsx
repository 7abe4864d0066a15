import { useMemo } from 'react';
import type { IntakeState, StagingSession } from '#app/features/staging/staging-session.ts';
import { hasSameBytes } from '#app/features/staging/staging-session.ts';
import type { StagedRow } from '#app/features/staging/staging-calls.ts';
import type { SendState } from '#app/features/staging/sending/send-queue.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { fileCount, isRefused } from './row-words.ts';

type UnsentNoticeProps = {
  session: StagingSession;
  rows: ReadonlyMap<string, StagedRow>;
  sending: SendState;
  intake: IntakeState;
};

/** Says which files were not sent: those that are here already, and those of an earlier visit. */
export function UnsentNotice({ session, rows, sending, intake }: UnsentNoticeProps) {
  const { pending, sent } = sending;
  // While files are read and sent, much changes many times a second, this does not.
  const unsent = useMemo(
    () =>
      [...rows.values()].filter(
        (row) =>
          row.state === 'waiting' &&
          !isRefused(row) &&
          !pending.has(row.$id) &&
          (hasSameBytes(row) || !sent.has(row.$id)),
      ),
    [rows, pending, sent],
  );
  const twins = unsent.filter((row) => hasSameBytes(row) && session.canSend(row.$id));
  const stopped = unsent.filter((row) => !hasSameBytes(row) && session.canSend(row.$id));
  const lost = unsent.filter((row) => !hasSameBytes(row) && !session.canSend(row.$id));
  return (
    <>
      {twins.length > 0 && (
        <Notice
          tone="warning"
          action={
            <Button variant="secondary" size="small" onClick={() => session.sendAnyway(twins)}>
              Send anyway
            </Button>
          }
        >
          {fileCount(twins.length)} {twins.length === 1 ? 'was' : 'were'} not sent: the same{' '}
          {twins.length === 1 ? 'file is' : 'files are'} in the library, its trash or this list already.
        </Notice>
      )}
      {stopped.length > 0 && sending.status === 'idle' && !intake.isReading && (
        <Notice
          tone="warning"
          action={
            <Button variant="secondary" size="small" onClick={() => session.sendAnyway(stopped)}>
              Send {stopped.length === 1 ? 'it' : 'them'}
            </Button>
          }
        >
          {fileCount(stopped.length)} {stopped.length === 1 ? 'has' : 'have'} not been sent.
        </Notice>
      )}
      {lost.length > 0 && !intake.isReading && (
        <Notice>
          {fileCount(lost.length)} from an earlier visit {lost.length === 1 ? 'has' : 'have'} not been sent. Choose the
          same files or folder again to continue; what is here is not sent twice.
        </Notice>
      )}
    </>
  );
}
