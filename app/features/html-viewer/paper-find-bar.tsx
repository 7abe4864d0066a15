import { ChevronDown, ChevronUp, X, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { keyCapOf } from '#app/features/viewer/action-keys.ts';
import { useSideLabel } from '#app/features/viewer/comparing.ts';
import { hitActions, viewingActions } from '#app/features/viewer/viewing-actions.ts';
import * as viewerWords from '#messages/viewer.ts';
import type { PaperFind } from './use-paper-find.ts';

const label = viewingActions.find.label;

/** Renders the box for finding words in the paper, the number of hits, and buttons for the next and the previous hit. */
export function PaperFindBar({ find, onClose }: { find: PaperFind; onClose: () => void }) {
  const { query, count, focuses, step } = find;
  const box = useRef<HTMLInputElement>(null);
  const hasHits = count !== null && count > 0;

  useEffect(
    function focusBox() {
      // Not when the dialog opens with words from the search: that focuses the paper.
      if (focuses > 0) box.current?.select();
    },
    [focuses],
  );

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  }

  return (
    <search className="paper-dialog-find" aria-label={useSideLabel(label)}>
      <input
        ref={box}
        type="text"
        dir="auto"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        value={query}
        onChange={(event) => find.type(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      <output>{describeCount(find)}</output>
      <div className="paper-dialog-group">
        <HitTool action={hitActions.previousHit} icon={ChevronUp} isDisabled={!hasHits} onPress={() => step(-1)} />
        <HitTool action={hitActions.nextHit} icon={ChevronDown} isDisabled={!hasHits} onPress={() => step(1)} />
        <HitTool
          action={{ label: viewerWords.closeFind, keys: ['Escape'] }}
          icon={X}
          isDisabled={false}
          onPress={onClose}
        />
      </div>
    </search>
  );
}

function describeCount({ query, count, current }: PaperFind): string {
  if (query === '') return '';
  if (count === null) return viewerWords.searching;
  return count === 0 ? viewerWords.noMatches : viewerWords.matchOf(current + 1, count);
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
