import type { ReadingStateAnswer } from '#contract/schemas/answer-types.ts';
import { serverWords } from '#app/ui/server-words.ts';
import * as words from '#messages/extraction-status.ts';

type Counts = Pick<ReadingStateAnswer, 'waiting' | 'reading' | 'read' | 'failed' | 'skipped'>;

/** Describes how much of a material can be found by full-text search. */
export function summariseReading({ waiting, reading, read, failed, skipped }: Counts): string {
  const unread = waiting + reading;
  const total = unread + read + failed + skipped;
  if (total === 0) return words.notExtracted;
  return words.summary({ unread, read, failed, skipped, total });
}

/** Lists the failed pages by reason: `Pages 2, 3 and 7: took too long.` */
export function explainFailures(failures: ReadingStateAnswer['failures']): string[] {
  const byReason = new Map<string, number[]>();
  for (const { page, reason } of failures) byReason.set(reason, [...(byReason.get(reason) ?? []), page]);
  return [...byReason].map(([reason, pages]) => words.failure(pages, serverWords(reason).text));
}
