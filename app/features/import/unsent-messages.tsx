import { useMemo } from 'react';
import type { IntakeState, StagingSession } from './staging-session.ts';
import { hasSameBytes } from './staging-session.ts';
import type { StagedRow } from '#app/features/import/calls/staging-calls.ts';
import type { SendState } from '#app/features/import/sending/send-queue.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Message } from '#app/features/import/calls/message-toggles.tsx';
import { isRefused } from '#app/features/import/rows/row-filters.ts';
import * as words from '#messages/import/notices.ts';

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
    const summary = words.sameHere(twins.length);
    messages.push({
      key: 'twins',
      summary,
      tone: 'warning',
      notice: (
        <Notice
          tone="warning"
          action={
            <Button variant="secondary" size="small" onClick={() => session.sendAnyway(twins)}>
              {words.sendAnyway}
            </Button>
          }
        >
          {summary}
        </Notice>
      ),
    });
  }
  if (stopped.length > 0 && sending.status === 'idle' && !intake.isReading) {
    const text = words.stopped(stopped.length);
    messages.push({
      key: 'stopped',
      summary: text,
      tone: 'warning',
      notice: (
        <Notice
          tone="warning"
          action={
            <Button variant="secondary" size="small" onClick={() => session.sendAnyway(stopped)}>
              {words.sendStopped(stopped.length)}
            </Button>
          }
        >
          {text}
        </Notice>
      ),
    });
  }
  if (lost.length > 0 && !intake.isReading) {
    const text = words.unsentEarlier(lost.length);
    messages.push({
      key: 'lost',
      summary: text,
      tone: 'plain',
      notice: (
        <Notice>
          {text} {words.chooseSameAgain}
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
  const text = words.toConvertInFull(waiting.length, first.reason);
  const summary = words.toConvert(waiting.length);
  return [{ key: 'to convert', summary, tone: 'warning', notice: <Notice tone="warning">{text}</Notice> }];
}
