import type { IncomingHttpHeaders } from 'node:http';

/**
 * Identifies one version of a response: the opaque tag without quotes, and its creation time. `modifiedAt` is null if
 * the bytes of an address change over time: only the tag distinguishes such versions.
 */
export type Validators = { etag: string; modifiedAt: Date | null };

/**
 * True if the client already has this version (RFC 9110 section 13): it sent a matching `If-None-Match` (list, `*`,
 * weak form) or, without that header, an `If-Modified-Since` not before the file was made.
 */
export function isFresh(headers: IncomingHttpHeaders, validators: Validators): boolean {
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined) return holdsTag(noneMatch, `"${validators.etag}"`);
  const since = headers['if-modified-since'];
  return (
    since !== undefined && validators.modifiedAt !== null && Date.parse(since) >= wholeSeconds(validators.modifiedAt)
  );
}

/** True if an `If-None-Match` (list, `*`, weak form) names that tag, given with its quotes. */
export function holdsTag(noneMatch: string | undefined, tag: string): boolean {
  if (noneMatch === undefined) return false;
  return noneMatch.trim() === '*' || tagsIn(noneMatch).some(({ opaque }) => `"${opaque}"` === tag);
}

/**
 * True if the requested `Range` may be sent: there is no `If-Range`, or it names exactly this version, by its strong
 * tag or by its `Last-Modified`. If the bytes of an address change, the tag is required: `curl -C -` and `wget -c` send
 * no `If-Range`, and would join the bytes of two versions.
 */
export function isRangeWanted(headers: IncomingHttpHeaders, validators: Validators): boolean {
  const ifRange = headers['if-range'];
  if (typeof ifRange !== 'string') return validators.modifiedAt !== null;
  const [tag] = tagsIn(ifRange);
  if (tag) return !tag.isWeak && tag.opaque === validators.etag;
  return validators.modifiedAt !== null && Date.parse(ifRange) === wholeSeconds(validators.modifiedAt);
}

function tagsIn(header: string): { opaque: string; isWeak: boolean }[] {
  return Array.from(header.matchAll(/(W\/)?"([^"]*)"/g), (found) => ({
    opaque: found[2] ?? '',
    isWeak: found[1] !== undefined,
  }));
}

/** Rounds down to seconds: HTTP dates have no fractions of a second. */
function wholeSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000) * 1000;
}
