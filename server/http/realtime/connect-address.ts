/** The parameters in the address of a websocket. */
export type ConnectRequest = {
  projectId: string | null;
  /** Every channel named, in the order of the address. */
  channels: string[];
  /** Subscriptions of the address: in dialect A one with all channels, in B the numbered slots, in C none. */
  slots: { slot: string; channels: string[]; queries: string[] }[];
};

const channelName = /^channels(?:\[\d*\])?$/;
const slotName = /^(.+)\[(\d{1,6})\]\[\d*\]$/;

/**
 * Parses the address of a websocket in any of the dialects: A lists channels, B adds queries for each slot and channel, C
 * names none and subscribes later with messages. `jwt` is not a credential here and is ignored.
 */
export function readConnectAddress(address: string): ConnectRequest {
  const start = address.indexOf('?');
  const words = new URLSearchParams(start < 0 ? '' : address.slice(start + 1));
  const channels = new Set<string>();
  const slots = new Map<string, { channels: Set<string>; queries: Set<string> }>();
  for (const [name, value] of words) {
    if (channelName.test(name)) {
      if (value !== '') channels.add(value);
      continue;
    }
    const [, channel, number] = slotName.exec(name) ?? [];
    if (channel === undefined || number === undefined) continue;
    const slot = slots.get(number) ?? { channels: new Set<string>(), queries: new Set<string>() };
    slots.set(number, slot);
    slot.channels.add(channel);
    slot.queries.add(value);
    channels.add(channel);
  }
  if (slots.size === 0 && channels.size > 0) slots.set('0', { channels, queries: new Set() });
  return {
    projectId: words.get('project'),
    channels: [...channels],
    slots: [...slots].map(([slot, found]) => ({ slot, channels: [...found.channels], queries: [...found.queries] })),
  };
}
