import type { IncomingMessage } from 'node:http';
import type { ContractContext } from '#server/http/requests/request-context.ts';
import { sendFile, type SentFile } from './send-file.ts';

/**
 * Sends on the raw connection and informs Hono. Also sends the headers that a middleware has already set for this
 * response (origin sharing). Passes the file to `remember` as sent.
 */
export async function sendOnConnection(
  c: ContractContext,
  file: SentFile,
  remember?: (request: IncomingMessage, file: SentFile) => void,
): Promise<Response> {
  const { incoming, outgoing } = c.env ?? {};
  if (!incoming || !outgoing) throw new Error('file bytes are sent on a listening server only');
  const { vary: sharedVary, ...shared } = Object.fromEntries(c.newResponse(null).headers);
  const vary = [sharedVary, file.headers?.['Vary']].filter(Boolean).join(', ');
  const sent = { ...file, headers: { ...shared, ...file.headers, ...(vary === '' ? {} : { Vary: vary }) } };
  remember?.(incoming, sent);
  await sendFile(incoming, outgoing, sent);
  return new Response(null, { status: outgoing.statusCode, headers: { 'x-hono-already-sent': 'true' } });
}
