import { createRoot } from 'react-dom/client';
import { toast, ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import './toaster.css';
import { Button } from './button.tsx';
import type { ToastMessage } from './toast.ts';

let isMounted = false;

/** Shows the message; mounts the place where toasts appear on first use. Only `showToast` calls this. */
export function pushToast(message: ToastMessage): void {
  mountOnce();
  const type = { plain: 'default', success: 'success', destructive: 'error' } as const;
  toast(({ closeToast }) => <ToastBody message={message} onDone={closeToast} />, {
    type: type[message.tone],
    // A click anywhere must not throw an Undo away.
    closeOnClick: !message.action,
    role: message.tone === 'destructive' ? 'alert' : 'status',
  });
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
            onDone();
          }}
        >
          {action.label}
        </Button>
      )}
    </div>
  );
}

function mountOnce(): void {
  if (isMounted) return;
  isMounted = true;
  // A root of its own: toasts outlive every page, and pages that show none carry nothing.
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<ToastContainer aria-label="Notifications: Alt+T" />);
}
