import { inPlainWords } from '#domain/plain-issues.ts';
import { z } from 'zod';
import type { ClientMessage } from '#contract/appwrite/realtime-messages.ts';

const subscriptionId = z.string().min(1).max(128);
const channel = z.string().min(1).max(256);

const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping') }),
  z.object({
    type: z.literal('subscribe'),
    data: z
      .array(z.object({ subscriptionId, channels: z.array(channel).min(1), queries: z.array(z.string()).default([]) }))
      .min(1),
    wantsRevision: z.boolean().optional(),
    gathersChanges: z.boolean().optional(),
  }),
  z.object({ type: z.literal('unsubscribe'), data: z.array(z.object({ subscriptionId })).min(1) }),
  z.object({ type: z.literal('authentication'), data: z.object({ session: z.string() }) }),
]);

/** Parses a client's text frame, or returns the reason why it is malformed. */
export function readClientMessage(text: string): ClientMessage | { type: 'malformed'; reason: string } {
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    return { type: 'malformed', reason: 'Message format is not valid: not JSON.' };
  }
  const read = message.safeParse(sent, { error: inPlainWords });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.join('.') || 'message';
  return { type: 'malformed', reason: `Message format is not valid: ${place}: ${issue?.message ?? 'unknown'}.` };
}
