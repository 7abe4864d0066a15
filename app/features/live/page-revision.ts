import { revisionMetric } from '#contract/page-revision.ts';

/**
 * Returns the state of the shelf that the page showed when it was opened, from the header of its response. Undefined if the
 * browser does not expose it: then missed changes can't be detected.
 */
export function readPageRevision(): string | undefined {
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return opening?.serverTiming?.find(({ name }) => name === revisionMetric)?.description;
}
