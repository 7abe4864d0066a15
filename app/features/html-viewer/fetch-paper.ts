import { decodeHtml } from '#domain/html-text.ts';

/** Loads an HTML paper as text. Throws an Error with the status, or the network error. */
export async function fetchPaper(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, credentials: 'same-origin' });
  if (!response.ok) throw new Error(`the response for the paper has status ${response.status}`);
  return decodeHtml(new Uint8Array(await response.arrayBuffer()));
}
