import { revisionMetric } from '#contract/page-revision.ts';

/**
 * The state of the shelf that the page showed when it was opened, from the header of the answer that brought it.
 * Undefined where the browser does not tell: then it is not known whether something was missed.
 */
export function readPageRevision(): string | undefined {
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return opening?.serverTiming?.find(({ name }) => name === revisionMetric)?.description;
}
