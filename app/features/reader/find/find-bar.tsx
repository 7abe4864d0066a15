import { CaseSensitive, ChevronDown, ChevronUp, WholeWord, type LucideIcon } from 'lucide-react';
import { useEffect, useState, type FormEvent, type KeyboardEvent, type Ref } from 'react';
import { CloseTool } from '#app/features/reader/toolbar/close-tool.tsx';
import { useSideLabel } from '#app/features/viewer/comparing.ts';
import { readerAction } from '#app/features/reader/actions/reader-actions.ts';
import { keyCap } from '#app/features/viewer/action-keys.ts';
import * as words from '#messages/reader/find.ts';
import * as viewerWords from '#messages/viewer.ts';
import { describeFinding } from './describe-finding.ts';
import type { Find } from './use-find.ts';
import './find.css';

const label = readerAction('find').label;

type FindBarProps = { find: Find; pageCount: number; inputRef: Ref<HTMLInputElement>; onClose: () => void };

/** Renders the bar for finding words, over the top of the pages. */
export function FindBar({ find, pageCount, inputRef, onClose }: FindBarProps) {
  const { query, options, finding, setOptions, step } = find;
  const text = describeFinding(finding, pageCount);
  const hasHits = finding.current !== null;
  // Other pages are searched when the first step is made.
  const canStep = hasHits || finding.isPageOnly;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    step(1);
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !event.shiftKey) return;
    event.preventDefault();
    step(-1);
  }

  return (
    <search className="reader-find" aria-label={useSideLabel(label)}>
      <form className="reader-find-box" onSubmit={handleSubmit}>
        <input
          ref={inputRef}
          type="text"
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
        <span className="reader-find-count" aria-hidden="true">
          {text}
        </span>
        <button type="submit" hidden>
          {label}
        </button>
        <FindAnnouncement text={finding.current ? words.matchWithPage(text, finding.current.page) : text} />
      </form>
      <div className="reader-tool-group">
        <FindTool action="previousHit" icon={ChevronUp} isDisabled={!canStep} onPress={() => step(-1)} />
        <FindTool action="nextHit" icon={ChevronDown} isDisabled={!canStep} onPress={() => step(1)} />
        <button
          type="button"
          className="reader-tool reader-find-any"
          aria-pressed={options.anyWord}
          onClick={() => setOptions({ ...options, anyWord: !options.anyWord })}
        >
          {words.anyWord}
        </button>
        <FindToggle
          label={words.matchCase}
          icon={CaseSensitive}
          isOn={options.matchCase}
          isDisabled={options.anyWord}
          onToggle={(matchCase) => setOptions({ ...options, matchCase })}
        />
        <FindToggle
          label={words.wholeWords}
          icon={WholeWord}
          isOn={options.wholeWords}
          isDisabled={options.anyWord}
          onToggle={(wholeWords) => setOptions({ ...options, wholeWords })}
        />
        <CloseTool label={viewerWords.closeFind} onClose={onClose} />
      </div>
    </search>
  );
}

type FindToolProps = {
  action: 'previousHit' | 'nextHit';
  icon: LucideIcon;
  isDisabled: boolean;
  onPress: () => void;
};

function FindTool({ action: name, icon: Icon, isDisabled, onPress }: FindToolProps) {
  const action = readerAction(name);
  return (
    <button
      type="button"
      className="reader-tool"
      aria-label={action.label}
      data-tooltip={action.label}
      data-tooltip-keys={keyCap(action)}
      aria-keyshortcuts={action.keys.join(' ')}
      disabled={isDisabled}
      onClick={onPress}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}

type FindToggleProps = {
  label: string;
  icon: LucideIcon;
  isOn: boolean;
  isDisabled?: boolean;
  onToggle: (isOn: boolean) => void;
};

function FindToggle({ label, icon: Icon, isOn, isDisabled = false, onToggle }: FindToggleProps) {
  return (
    <button
      type="button"
      className="reader-tool"
      aria-label={label}
      data-tooltip={label}
      aria-pressed={isOn && !isDisabled}
      disabled={isDisabled}
      onClick={() => onToggle(!isOn)}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}

/**
 * Time for which a count must stay the same before it is announced to screen readers: during a search it changes many
 * times a second.
 */
const announceAfterMs = 800;

function FindAnnouncement({ text }: { text: string }) {
  const [announced, setAnnounced] = useState('');
  useEffect(
    function announce() {
      const timer = setTimeout(() => setAnnounced(text), announceAfterMs);
      return () => clearTimeout(timer);
    },
    [text],
  );
  return <output className="sr-only">{announced}</output>;
}
