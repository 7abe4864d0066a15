/**
 * Tells the tabs of one browser whether the panel is open in any of them. Fetched only where
 * somebody has signed in.
 */

const name = 'examshelf-panel';

/** How long another tab may take to answer where there are no Web Locks, that is without https. Milliseconds. */
const answerMilliseconds = 500;

/** Says that the panel is open in this tab, until the function that is answered is called or the page is left. */
export function announcePanel(): () => void {
  let stop = hold();
  const leave = () => stop();
  // A page kept by the browser for going back is not open; it is again once it has been gone back to.
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

/** Whether the panel is open in some tab of this browser, this one included once it has announced its own. */
export async function isPanelOpen(): Promise<boolean> {
  if (!navigator.locks) return askTabs();
  const { held = [] } = await navigator.locks.query();
  return held.some((lock) => lock.name === name);
}

/** A lock is seen by all tabs at once, needs no answer from a busy one, and goes with its tab however that ends. */
function hold(): () => void {
  if (!navigator.locks) return answerTabs();
  const { promise, resolve } = Promise.withResolvers<void>();
  // Shared, since any number of tabs may have the panel open.
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
  const timer = setTimeout(() => resolve(false), answerMilliseconds);
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
