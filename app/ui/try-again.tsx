import { useState, type ComponentProps } from 'react';
import * as actions from '#messages/actions.ts';
import { Button } from './button.tsx';
import { focusNewContent } from './focus-new-content.ts';

/** Minimum time for which the button looks busy, even if the attempt fails at once. */
const shownMs = 600;

type TryAgainProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'children' | 'ref'> & { onTry: () => unknown };

/** Renders the button *Try again*. When it is removed after a success, the focus moves to the new content. */
export function TryAgain({ onTry, variant = 'secondary', busy = false, ...rest }: TryAgainProps) {
  const [isPressed, setPressed] = useState(false);
  return (
    <span ref={focusNewContent} data-try-again="" className="contents">
      <Button
        {...rest}
        variant={variant}
        busy={busy || isPressed}
        onClick={() => {
          setPressed(true);
          setTimeout(() => setPressed(false), shownMs);
          onTry();
        }}
      >
        {actions.tryAgain}
      </Button>
    </span>
  );
}
