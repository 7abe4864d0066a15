import { ChevronDown, ChevronUp, Eraser, type LucideIcon } from 'lucide-react';
import { keyCapOf } from '#app/features/viewing/action-keys.ts';
import { hitActions } from '#app/features/viewing/viewing-actions.ts';
import type { PaperFind } from './use-paper-find.ts';

/** The words that the paper was opened for, how many of them it has, and the way from one to the next. */
export function PaperFindBar({ find, onClear }: { find: PaperFind; onClear: () => void }) {
  const { words, count, current, step } = find;
  const hasHits = count !== null && count > 0;
  return (
    <search className="paper-dialog-find" aria-label="Words searched for">
      <p className="paper-dialog-words" dir="auto">
        {words}
      </p>
      <output>{count === null ? 'Searching…' : hasHits ? `${current + 1} of ${count}` : 'No matches'}</output>
      <div className="paper-dialog-group">
        <HitTool action={hitActions.previousHit} icon={ChevronUp} isDisabled={!hasHits} onPress={() => step(-1)} />
        <HitTool action={hitActions.nextHit} icon={ChevronDown} isDisabled={!hasHits} onPress={() => step(1)} />
        <HitTool
          action={{ label: 'Clear marks', keys: ['Escape'] }}
          icon={Eraser}
          isDisabled={false}
          onPress={onClear}
        />
      </div>
    </search>
  );
}

type HitToolProps = {
  action: { label: string; keys: readonly [string, ...string[]] };
  icon: LucideIcon;
  isDisabled: boolean;
  onPress: () => void;
};

function HitTool({ action, icon: Icon, isDisabled, onPress }: HitToolProps) {
  return (
    <button
      type="button"
      className="paper-dialog-tool"
      aria-label={action.label}
      aria-keyshortcuts={action.keys.join(' ')}
      data-tooltip={action.label}
      data-tooltip-keys={keyCapOf(action.keys[0])}
      disabled={isDisabled}
      onClick={onPress}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}
