import type { ContractContext } from '#server/http/api/request-context.ts';
import { sendFile, type SentFile } from './send-file.ts';

/**
 * Sends on the raw connection and tells Hono so. The headers that a middleware has already set for this answer (origin
 * sharing) are sent too.
 */
export async function sendOnConnection(c: ContractContext, file: SentFile): Promise<Response> {
  const { incoming, outgoing } = c.env ?? {};
  if (!incoming || !outgoing) throw new Error('file bytes are sent on a listening server only');
  const { vary: sharedVary, ...shared } = Object.fromEntries(c.newResponse(null).headers);
  const vary = [sharedVary, file.headers?.['Vary']].filter(Boolean).join(', ');
  await sendFile(incoming, outgoing, {
    ...file,
    headers: { ...shared, ...file.headers, ...(vary === '' ? {} : { Vary: vary }) },
  });
  return new Response(null, { status: outgoing.statusCode, headers: { 'x-hono-already-sent': 'true' } });
}
