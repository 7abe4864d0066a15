/** Lets the tabs of a browser detect whether the panel is open in one of them. Loaded only if someone has signed in. */

const name = 'examshelf-panel';

/** Maximum wait for another tab's response if Web Locks are not available, that is without https. In milliseconds. */
const answerTimeoutMs = 500;

/** Announces that the panel is open in this tab, until the returned function is called or the page is left. */
export function announcePanel(): () => void {
  let stop = hold();
  const leave = () => stop();
  // A page in the back/forward cache is not open; it is open again after it is restored.
  const comeBack = (event: PageTransitionEvent) => {
    if (event.persisted) stop = hold();
  };
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
  return () => {
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', comeBack);
    stop();
  };
}

/** True if the panel is open in any tab of this browser, including this one if it called `announcePanel`. */
export async function isPanelOpen(): Promise<boolean> {
  if (!navigator.locks) return askTabs();
  const { held = [] } = await navigator.locks.query();
  return held.some((lock) => lock.name === name);
}

/**
 * Holds a lock. All tabs see it at once, even if its tab is busy, and the browser releases it however that tab ends.
 */
function hold(): () => void {
  if (!navigator.locks) return answerTabs();
  const { promise, resolve } = Promise.withResolvers<void>();
  // Shared, because any number of tabs may have the panel open.
  void navigator.locks.request(name, { mode: 'shared' }, () => promise);
  return resolve;
}

function answerTabs(): () => void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    if (data === 'asked') channel.postMessage('open');
  });
  return () => channel.close();
}

async function askTabs(): Promise<boolean> {
  const channel = new BroadcastChannel(name);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), answerTimeoutMs);
  channel.addEventListener('message', ({ data }) => {
    if (data === 'open') resolve(true);
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  channel.postMessage('asked');
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    channel.close();
  }
}
