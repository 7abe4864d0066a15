import { decodeHtml } from '#domain/html-text.ts';

/** Fetches an HTML paper as text. Fails with an Error that names the status, or with the network's own. */
export async function fetchPaper(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, credentials: 'same-origin' });
  if (!response.ok) throw new Error(`the paper was answered with status ${response.status}`);
  return decodeHtml(new Uint8Array(await response.arrayBuffer()));
}
