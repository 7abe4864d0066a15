import { revisionMetric } from '#contract/page-revision.ts';

/**
 * Returns the header with the log position of the library that a page shows. It is a header and not a part of the page,
 * so that the page has the same bytes and tag as long as its content is the same. It is `Server-Timing` because that is
 * the only header of a page that the scripts in it can read.
 */
export function revisionHeader(revision: string): [name: string, value: string] {
  return ['server-timing', `${revisionMetric};desc="${revision}"`];
}
