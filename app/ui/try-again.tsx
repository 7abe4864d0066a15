import { useState, type ComponentProps } from 'react';
import { Button } from './button.tsx';
import { focusWhatComes } from './focus-what-comes.ts';

/** How long a press shows at least, however fast it fails. */
const shownMs = 600;

type TryAgainProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'children' | 'ref'> & { onTry: () => unknown };

/** The button *Try again*. When it goes because what was missing has come, the focus goes on to that. */
export function TryAgain({ onTry, variant = 'secondary', busy = false, ...rest }: TryAgainProps) {
  const [isPressed, setPressed] = useState(false);
  return (
    <span ref={focusWhatComes} data-try-again="" className="contents">
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
        Try again
      </Button>
    </span>
  );
}
