import type { Confirmation, ToastMessage } from './toast-message.ts';
import type * as Toaster from './toaster.tsx';

/**
 * Shows a toast. The machinery is fetched with the first one; every message shown while it is on its way still comes.
 * Top right (over the header below 768 px), 5 s, held while hovered or while the window is not looked at, dragged away
 * with a finger at 80 %, Alt+T to focus it.
 */
export function showToast(message: ToastMessage): void {
  void loadToaster().then((toaster) => toaster?.pushToast(message));
}

/** Takes away what was said on the topic, because it is no longer so. */
export function dismissToast(topic: string): void {
  void toaster?.then((loaded) => loaded?.dismissTopic(topic));
}

/** Fetches the machinery ahead, where a failure may have to be told of that a lost line is the cause of. */
export function prepareToasts(): void {
  void loadToaster();
}

/**
 * Shows the other kind of toast: small, bottom right, 4 s, at most three at a time while the next ones
 * wait. For our own confirmations only; the outcome of an action is told by `showToast`.
 */
export function showConfirmation(confirmation: Confirmation): void {
  void loadToaster().then((toaster) => toaster?.pushConfirmation(confirmation));
}

/** What was said half a minute ago is no longer news. */
const attempts = 6;
const pauseMs = 5000;

let toaster: Promise<typeof Toaster | null> | undefined;

/** Null where the machinery does not come. */
function loadToaster(): Promise<typeof Toaster | null> {
  return (toaster ??= fetchToaster().catch((error: unknown) => {
    toaster = undefined;
    console.error('a message could not be shown', error);
    return null;
  }));
}

async function fetchToaster(): Promise<typeof Toaster> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await import('./toaster.tsx');
    } catch (error) {
      if (attempt === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
