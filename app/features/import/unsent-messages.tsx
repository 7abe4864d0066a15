import { useMemo } from 'react';
import type { IntakeState, StagingSession } from './staging-session.ts';
import { hasSameBytes } from './staging-session.ts';
import type { StagedRow } from '#app/features/import/calls/staging-calls.ts';
import type { SendState } from '#app/features/import/sending/send-queue.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Message } from '#app/features/import/calls/message-toggles.tsx';
import { isRefused } from '#app/features/import/rows/row-filters.ts';
import { fileCount } from '#app/features/import/rows/row-words.ts';

type UnsentMessages = {
  session: StagingSession;
  rows: ReadonlyMap<string, StagedRow>;
  sending: SendState;
  intake: IntakeState;
};

/** Messages about files that were not sent: because the library has them, or because an earlier visit ended. */
export function useUnsentMessages({ session, rows, sending, intake }: UnsentMessages): Message[] {
  const { pending, sent } = sending;
  // Memoised: while files are read and sent, other state changes many times per second.
  const unsent = useMemo(
    () =>
      [...rows.values()].filter(
        (row) =>
          row.state === 'waiting' &&
          !isRefused(row) &&
          !pending.has(row.$id) &&
          row.documentId === null &&
          (hasSameBytes(row) || !sent.has(row.$id)),
      ),
    [rows, pending, sent],
  );
  const twins = unsent.filter((row) => hasSameBytes(row) && session.canSend(row.$id));
  const stopped = unsent.filter((row) => !hasSameBytes(row) && session.canSend(row.$id));
  const lost = unsent.filter((row) => !hasSameBytes(row) && !session.canSend(row.$id));
  const messages = describeToConvert(sending);
  if (twins.length > 0) {
    const [were, files] = twins.length === 1 ? ['was', 'file is'] : ['were', 'files are'];
    const summary = `${fileCount(twins.length)} ${were} not sent: the same ${files} in the library, its trash or this list already.`;
    messages.push({
      key: 'twins',
      summary,
      tone: 'warning',
      notice: (
        <Notice
          tone="warning"
          action={
            <Button variant="secondary" size="small" onClick={() => session.sendAnyway(twins)}>
              Send anyway
            </Button>
          }
        >
          {summary}
        </Notice>
      ),
    });
  }
  if (stopped.length > 0 && sending.status === 'idle' && !intake.isReading) {
    const text = `${fileCount(stopped.length)} ${stopped.length === 1 ? 'has' : 'have'} not been sent.`;
    messages.push({
      key: 'stopped',
      summary: text,
      tone: 'warning',
      notice: (
        <Notice
          tone="warning"
          action={
            <Button variant="secondary" size="small" onClick={() => session.sendAnyway(stopped)}>
              Send {stopped.length === 1 ? 'it' : 'them'}
            </Button>
          }
        >
          {text}
        </Notice>
      ),
    });
  }
  if (lost.length > 0 && !intake.isReading) {
    const text = `${fileCount(lost.length)} from an earlier visit ${lost.length === 1 ? 'has' : 'have'} not been sent.`;
    messages.push({
      key: 'lost',
      summary: text,
      tone: 'plain',
      notice: (
        <Notice>
          {text} Choose the same files or folder again to continue; files that were sent are not sent twice.
        </Notice>
      ),
    });
  }
  return messages;
}

/** Returns the message about documents that wait for LibreOffice; none if there are no such documents. */
function describeToConvert({ failures }: SendState): Message[] {
  const waiting = [...failures.values()].filter(({ means }) => means === 'to-convert');
  const [first] = waiting;
  if (!first) return [];
  const [are, they] =
    waiting.length === 1 ? ['is', 'It is stored, and becomes a PDF'] : ['are', 'They are stored, and become PDFs'];
  const summary = `${fileCount(waiting.length)} ${are} to be converted`;
  const text = `${summary}. ${first.reason} ${they} automatically once it is installed.`;
  return [{ key: 'to convert', summary, tone: 'warning', notice: <Notice tone="warning">{text}</Notice> }];
}
