import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { toast, ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import { direction } from '#messages/language.ts';
import * as words from '#messages/ui.ts';
import './toaster.css';
import { Button } from '#app/ui/button.tsx';
import type { Confirmation, ToastMessage, ToasterSettings } from './toast-message.ts';
import { pauseToasts } from './pause-toasts.ts';

const confirmations = 'confirmations';
/** The library has no logical positions. */
const endSide = ({ ltr: 'right', rtl: 'left' } as const)[direction];
/** Turned off in the library, because `pauseToasts` does both. */
const pausedByUs = { pauseOnHover: false, pauseOnFocusLoss: false };

let mounted: HTMLElement | null = null;
let messageCount = 0;
/** The element that had the focus before a toast got it. */
let focusedBefore: HTMLElement | null = null;

/** Shows the message. Only `showToast` calls this. */
export function pushToast(message: ToastMessage): void {
  if (mounted) mounted.dataset['latest'] = 'notification';
  const type = { plain: 'default', success: 'success', destructive: 'error' } as const;
  messageCount += 1;
  // A new function for each message, so that a repeated message is announced again.
  const body = ({ closeToast }: { closeToast: () => void }) => (
    <ToastBody key={messageCount} message={message} onDone={closeToast} />
  );
  // Each message that can be undone has a separate toast. Any other repeated message is one toast, whose time starts again.
  const toastId = message.topic ?? (message.action ? `action ${messageCount}` : JSON.stringify(message));
  if (toast.isActive(toastId)) {
    toast.update(toastId, { render: body });
    return;
  }
  toast(body, {
    toastId,
    type: type[message.tone],
    // A tap anywhere on the toast must not discard its Undo.
    ...(message.action ? {} : { onClick: closeOnTap(toastId) }),
    role: message.tone === 'destructive' ? 'alert' : 'status',
  });
}

/** Removes the message on the topic. Only `dismissToast` calls this. */
export function dismissTopic(topic: string): void {
  toast.dismiss(topic);
}

/** Shows the confirmation. Only `showConfirmation` calls this. */
export function pushConfirmation({ title, text }: Confirmation): void {
  if (mounted) mounted.dataset['latest'] = 'confirmation';
  messageCount += 1;
  const toastId = `confirmation ${messageCount}`;
  toast(
    <p className="min-w-0 flex-1">
      <span className="font-medium">{title}</span>
      {text && <span className="block opacity-80 max-md:line-clamp-2">{text}</span>}
    </p>,
    { toastId, containerId: confirmations, role: 'status', onClick: closeOnTap(toastId) },
  );
}

/**
 * Returns the attributes that close a toast on a tap. With a mouse, its text can be selected, and there is a close
 * button.
 */
function closeOnTap(toastId: string) {
  return ({ nativeEvent }: MouseEvent): void => {
    if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch') toast.dismiss(toastId);
  };
}

function ToastBody({ message, onDone }: { message: ToastMessage; onDone: () => void }) {
  const { title, text, action } = message;
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 md:flex-col md:items-start md:gap-y-2">
      {/* With large text the button is below it. */}
      <div className="min-w-0 max-md:flex-1 max-md:basis-36">
        <p className="font-medium max-md:leading-snug">{title}</p>
        {text && <p className="text-sm text-muted max-md:leading-snug md:mt-0.5">{text}</p>}
      </div>
      {action && (
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            action.run();
            leaveToast();
            onDone();
          }}
        >
          {action.label}
        </Button>
      )}
    </div>
  );
}

/** Returns the focus to its previous element, or to the page, when a toast with the focus closes. */
function leaveToast(): void {
  const back = focusedBefore?.isConnected ? focusedBefore : document.querySelector('main');
  back?.focus({ preventScroll: true });
}

/** Mounts the containers of toasts. Only `toast.ts` calls this, once. */
export function mountToaster({ ms, addBox }: ToasterSettings): void {
  // A separate React root: toasts outlive pages, and pages without toasts do not load the library.
  const container = document.createElement('div');
  // Takes no room in the dialog that it may be in.
  container.style.position = 'absolute';
  addBox(container);
  container.addEventListener('focusin', ({ relatedTarget }) => {
    const isOutside = relatedTarget instanceof HTMLElement && !container.contains(relatedTarget);
    if (isOutside) focusedBefore = relatedTarget;
  });
  const root = createRoot(container);
  // Synchronously: the library gives a message that comes before its container to the first container that is mounted.
  flushSync(() =>
    root.render(
      <>
        <ToastContainer
          containerId={confirmations}
          className="confirmations"
          position={`bottom-${endSide}`}
          autoClose={ms.confirmation}
          limit={3}
          {...pausedByUs}
          aria-label={words.confirmations}
        />
        {/* The last one to handle Alt+T, so that the toast that may have a button gets the focus. */}
        <ToastContainer
          position={`top-${endSide}`}
          autoClose={ms.notification}
          {...pausedByUs}
          aria-label={words.notifications}
        />
      </>,
    ),
  );
  pauseToasts(container);
  mounted = container;
}
