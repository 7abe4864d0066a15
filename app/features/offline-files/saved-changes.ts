/** Notifies all tabs and the service worker of changes to the offline materials. */
// Pages and workers of different builds share the name.
const channelName = 'examshelf-kept';

let sender: BroadcastChannel | null = null;

/** Announces a change, also to this tab. */
export function announceSavedChange(): void {
  sender ??= new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  sender.postMessage('changed');
}

/**
 * Calls `listener` for every announced change, including those of this tab. Returns a function that stops the calls.
 */
export function watchSavedChanges(listener: () => void): () => void {
  // A channel does not receive its own messages.
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', listener);
  return () => channel.close();
}
