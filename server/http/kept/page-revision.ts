import { revisionMetric } from '#contract/page-revision.ts';

/**
 * The header that tells a page in which state the shelf was when the page was true. It is a header, not a part of the page, so that
 * the page has the same bytes and tag as long as it shows the same; it is a `Server-Timing` because that is the only one that
 * scripts of the page may read.
 */
export function revisionHeader(revision: string): [name: string, value: string] {
  return ['server-timing', `${revisionMetric};desc="${revision}"`];
}
