import type { Confirmation, ToastMessage } from './toast-message.ts';
import type * as Toaster from './toaster.tsx';

/** Time for which a toast stays, in ms (specification: toast defaults). */
const toastMs = { notification: 5000, confirmation: 4000 } as const;

/**
 * Shows a toast. The toast library is loaded for the first one; messages shown meanwhile appear afterwards. Toasts are
 * at the top right (over the header below 768 px) for 5 s, stay while hovered or while the window is in the background,
 * can be swiped away (at 80 %), and get the focus with Alt+T.
 */
export function showToast(message: ToastMessage): void {
  void loadToaster().then((toaster) => toaster?.pushToast(message));
}

/** Removes the message on this topic, because it is no longer true. */
export function dismissToast(topic: string): void {
  void toaster?.then((loaded) => loaded?.dismissTopic(topic));
}

/** Loads the toast library in advance, for places where a lost connection may have to be reported. */
export function prepareToasts(): void {
  void loadToaster();
}

/**
 * Shows a confirmation: a small toast at the bottom right, for 4 s, at most three at a time while further ones wait.
 * Only for confirmations; use `showToast` for the result of an action.
 */
export function showConfirmation(confirmation: Confirmation): void {
  void loadToaster().then((toaster) => toaster?.pushConfirmation(confirmation));
}

/** The open modal dialogs that show the toasts, beside which nothing else can be used; the last one is at the top. */
const dialogs: HTMLElement[] = [];
let box: HTMLElement | null = null;

/** Shows toasts inside an open modal dialog until the returned function is called, before the dialog is removed. */
export function showToastsIn(dialog: HTMLElement): () => void {
  dialogs.push(dialog);
  moveToasts();
  return () => {
    dialogs.splice(dialogs.indexOf(dialog), 1);
    moveToasts();
  };
}

function addBox(toasts: HTMLElement): void {
  box = toasts;
  moveToasts();
}

function moveToasts(): void {
  if (box) (dialogs.at(-1) ?? document.body).append(box);
}

/** Number of attempts: after half a minute the message is no longer of interest. */
const attempts = 6;
const pauseMs = 5000;

let toaster: Promise<typeof Toaster | null> | undefined;

/** Null if the toast library cannot be loaded. */
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
      const loaded = await import('./toaster.tsx');
      loaded.mountToaster({ ms: toastMs, addBox });
      return loaded;
    } catch (error) {
      if (attempt === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
