import { Undo2 } from 'lucide-react';
import { offeredJump, type Jumps } from '#app/features/reader/state/jumps.ts';
import { readerAction } from '#app/features/reader/actions/reader-actions.ts';
import { keyCap } from '#app/features/viewer/action-keys.ts';
import * as words from '#messages/reader/pages.ts';

const back = readerAction('back');

/** Renders the button that goes back to the position where the last jump started; shown for a while after a jump. */
export function BackButton({ jumps, onBack }: { jumps: Jumps; onBack: () => void }) {
  const jump = offeredJump(jumps);
  if (!jump) return null;
  return (
    <button
      type="button"
      className="reader-button reader-back"
      data-tooltip-keys={keyCap(back)}
      aria-keyshortcuts={back.keys.join(' ')}
      onClick={onBack}
    >
      <Undo2 aria-hidden="true" />
      {words.backToPage(jump.fromPage)}
    </button>
  );
}
