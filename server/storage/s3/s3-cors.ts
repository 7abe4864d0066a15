/** What pages must be able to read of an answer to know which bytes it has. */
const neededHeaders = ['content-range', 'etag'];
const answerMs = 10_000;

/**
 * Asks for a byte at a signed address as a page of that origin would, and returns what keeps such a page from reading it, in
 * words for the operator; null if nothing does. Rejects if there is no answer within ten seconds.
 */
export async function findCorsFault(
  address: string,
  { pageOrigin, etag }: { pageOrigin: string; etag: string },
): Promise<string | null> {
  const response = await fetch(address, {
    headers: { origin: pageOrigin, range: 'bytes=0-0' },
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMs),
  });
  await response.body?.cancel();
  const { status, headers } = response;
  if (status === 403) return 'it answers 403 to addresses that were just signed: do the clocks agree?';
  if (status !== 206) return `it answers ${status} to a range`;
  const allowed = headers.get('access-control-allow-origin');
  if (allowed !== '*' && allowed !== pageOrigin) return `its bucket has no CORS rule that allows ${pageOrigin}`;
  const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/[\s,]+/);
  const hidden = exposed.includes('*') ? [] : neededHeaders.filter((name) => !exposed.includes(name));
  if (hidden.length > 0) return `the CORS rule of its bucket does not expose ${hidden.join(' and ')}`;
  if (headers.get('etag') !== `"${etag}"`) return 'visitors get other tags (ETag) from it than this server does';
  return null;
}
