/** All tabs and the service worker hear when what is kept has changed. */
const channelName = 'examshelf-kept';

let sender: BroadcastChannel | null = null;

/** Tells this tab as well. */
export function tellKeptChanged(): void {
  sender ??= new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  sender.postMessage('changed');
}

/** Calls `listener` whenever something was told, also by this tab. Returns a function that ends it. */
export function hearKeptChanges(listener: () => void): () => void {
  // A channel does not hear itself.
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', listener);
  return () => channel.close();
}
