import type { ReadingStateAnswer } from '#contract/schemas/answer-types.ts';

type Counts = Pick<ReadingStateAnswer, 'waiting' | 'reading' | 'read' | 'failed' | 'skipped'>;

/**
 * Describes how much of a material can be found by full-text search:
 * `10 of 12 pages can be searched; 2 wait for text extraction.`
 */
export function summariseReading({ waiting, reading, read, failed, skipped }: Counts): string {
  const unread = waiting + reading;
  const total = unread + read + failed + skipped;
  if (total === 0) return 'The text hasn’t been extracted yet.';
  const searched =
    read === total
      ? `${total === 1 ? 'Its page' : `All ${count(total)}`} can be searched`
      : `${read.toLocaleString('en-US')} of ${count(total)} can be searched`;
  const others = [
    unread > 0 && `${unread} ${unread === 1 ? 'waits' : 'wait'} for text extraction`,
    failed > 0 && `${failed} couldn’t be read`,
    skipped > 0 && `${skipped} beyond the limit ${skipped === 1 ? 'is' : 'are'} left out`,
  ].filter((each) => each !== false);
  return `${[searched, ...others].join('; ')}.`;
}

function count(pages: number): string {
  return `${pages.toLocaleString('en-US')} ${pages === 1 ? 'page' : 'pages'}`;
}

/** Lists the failed pages by reason: `Pages 2, 3 and 7: took too long.` */
export function explainFailures(failures: ReadingStateAnswer['failures']): string[] {
  const byReason = new Map<string, number[]>();
  for (const { page, reason } of failures) byReason.set(reason, [...(byReason.get(reason) ?? []), page]);
  return [...byReason].map(([reason, pages]) => {
    const listed = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(pages.map(String));
    return `${pages.length === 1 ? 'Page' : 'Pages'} ${listed}: ${reason}.`;
  });
}
