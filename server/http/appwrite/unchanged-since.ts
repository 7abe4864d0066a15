import { readMoment } from '#contract/parse-comparison.ts';
import { unchangedSinceHeader } from '#contract/appwrite/unchanged-since.ts';
import { invalidArgument } from '#server/http/requests/parameters.ts';
import type { ContractContext } from '#server/http/requests/request-context.ts';

/**
 * Returns the moment after which a document must not have changed for the request to be carried out, in milliseconds
 * since 1970; undefined if the request names none. Throws Problem `general_argument_invalid` for anything but a datetime.
 */
export function readUnchangedSince(c: ContractContext): number | undefined {
  const sent = c.req.header(unchangedSinceHeader);
  if (!sent) return undefined;
  const moment = readMoment(sent.trim());
  if (moment === null)
    throw invalidArgument(unchangedSinceHeader, 'Value must be a datetime such as 2026-03-04T05:06:07.089+00:00');
  return Date.parse(moment);
}
