import { Keyboard, Undo2 } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/import/table.ts';

type StatusLineProps = {
  /** The last action, or the number of shown rows. */
  text: string;
  /** Number of rows on screen that no longer match the filter. */
  stayed: number;
  onUndo: (() => void) | null;
  onHide: () => void;
  onKeys: (() => void) | null;
};

/** Shows the last action, with buttons that apply to it, and announces it to screen readers. */
export function StatusLine({ text, stayed, onUndo, onHide, onKeys }: StatusLineProps) {
  return (
    <div className="flex min-h-11 min-w-0 items-center gap-x-1.5 text-sm">
      <output className="line-clamp-2 min-w-0 leading-tight text-muted">{text}</output>
      {onUndo && (
        <Button variant="ghost" size="small" className="px-2" onClick={onUndo}>
          <Undo2 aria-hidden="true" className="size-4" />
          {actions.undo}
        </Button>
      )}
      {stayed > 0 && (
        <Button variant="ghost" size="small" className="px-2" onClick={onHide}>
          {words.hideDone(stayed)}
        </Button>
      )}
      {onKeys && (
        <Button variant="ghost" size="small" className="ms-auto" onClick={onKeys}>
          <Keyboard aria-hidden="true" className="size-4" />
          {words.keys}
        </Button>
      )}
    </div>
  );
}
