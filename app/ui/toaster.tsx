import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { toast, ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import './toaster.css';
import { Button } from './button.tsx';
import type { Confirmation, ToastMessage } from './toast.ts';

const confirmations = 'confirmations';

let isMounted = false;
let told = 0;
/** Where the focus was before it went to a toast. */
let cameFrom: HTMLElement | null = null;

/** Shows the message; mounts the places where toasts appear on first use. Only `showToast` calls this. */
export function pushToast(message: ToastMessage): void {
  mountOnce();
  const type = { plain: 'default', success: 'success', destructive: 'error' } as const;
  told += 1;
  // Made anew each time, so that what is said again is heard again.
  const body = ({ closeToast }: { closeToast: () => void }) => (
    <ToastBody key={told} message={message} onDone={closeToast} />
  );
  // What can be undone stands for one thing each; anything else said twice is one toast, whose time begins again.
  const toastId = message.action ? `action ${told}` : JSON.stringify(message);
  if (toast.isActive(toastId)) {
    toast.update(toastId, { render: body });
    return;
  }
  toast(body, {
    toastId,
    type: type[message.tone],
    // A click anywhere must not throw an Undo away.
    closeOnClick: !message.action,
    role: message.tone === 'destructive' ? 'alert' : 'status',
  });
}

/** Shows the confirmation. Only `showConfirmation` calls this. */
export function pushConfirmation({ title, text }: Confirmation): void {
  mountOnce();
  toast(
    <p className="min-w-0 flex-1">
      <span className="font-medium">{title}</span>
      {text && <span className="block opacity-80">{text}</span>}
    </p>,
    { containerId: confirmations, role: 'status' },
  );
}

function ToastBody({ message, onDone }: { message: ToastMessage; onDone: () => void }) {
  const { title, text, action } = message;
  return (
    <div className="min-w-0 flex-1">
      <p className="font-medium">{title}</p>
      {text && <p className="mt-0.5 text-sm text-muted">{text}</p>}
      {action && (
        <Button
          variant="secondary"
          size="small"
          className="mt-2"
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

/** A toast that closes takes the focus with it: it goes back to where it came from, or to the page. */
function leaveToast(): void {
  const back = cameFrom?.isConnected ? cameFrom : document.querySelector('main');
  back?.focus({ preventScroll: true });
}

function mountOnce(): void {
  if (isMounted) return;
  isMounted = true;
  // A root of its own: toasts outlive every page, and pages that show none carry nothing.
  const place = document.createElement('div');
  document.body.append(place);
  place.addEventListener('focusin', ({ relatedTarget }) => {
    const isOutside = relatedTarget instanceof HTMLElement && !place.contains(relatedTarget);
    if (isOutside) cameFrom = relatedTarget;
  });
  // Alt+T holds them all; whoever leaves lets them go on.
  place.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !place.contains(relatedTarget)) toast.play();
  });
  const root = createRoot(place);
  // At once: the library hands what came too early to the first of its containers that stands, whomever it was for.
  flushSync(() =>
    root.render(
      <>
        <ToastContainer
          containerId={confirmations}
          className="confirmations"
          position="bottom-right"
          autoClose={4000}
          limit={3}
          closeOnClick
          aria-label="Confirmations: Alt+T"
        />
        {/* The last to hear Alt+T, so that of two toasts the one that may hold a button gets the focus. */}
        <ToastContainer aria-label="Notifications: Alt+T" />
      </>,
    ),
  );
}
