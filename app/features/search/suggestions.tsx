import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { classes } from '#app/ui/classes.ts';
import { useDebounced } from '#app/ui/use-debounced.ts';
import * as nouns from '#messages/nouns.ts';
import * as words from '#messages/search/suggestions.ts';
import { forgetSearch, useRecentSearches } from './recent-searches.ts';
import type { Shown } from './search-box.tsx';
import { minSuggestedLength, suggestionsQuery } from './search-queries.ts';
import {
  MaterialOption,
  OptionGroup,
  OptionList,
  SearchOption,
  SubjectOption,
  RecentSearches,
} from './suggestion-options.tsx';
import { stepTo } from './step-to.ts';

/** Pause in typing after which suggestions are requested. */
const typingDelayMs = 120;
/** Maximum number of recent searches shown among other suggestions. */
const recentAmongOthers = 3;

type SuggestionsProps = {
  input: HTMLInputElement;
  listId: string;
  isInDialog: boolean;
  /** Receives the state that the search box needs for its attributes. */
  onShow: (shown: Shown) => void;
};

/**
 * Renders the suggestions below a search box: recent searches while the box is empty, then subjects and titles. The
 * focus stays in the box; the arrow keys choose a suggestion, which is a link.
 */
export function Suggestions({ input, listId, isInDialog, onShow }: SuggestionsProps) {
  const { text, isOpen, close, activeId } = useTyping(input, { listId, isInDialog });
  const { shelf } = useRouter().options.context;
  const asked = useDebounced(text, typingDelayMs);
  const { data, isPlaceholderData } = useQuery(suggestionsQuery(shelf, asked));
  const recent = useRecentSearches();
  const isTyped = text.trim().length >= minSuggestedLength;
  const found = isTyped && asked.trim().length >= minSuggestedLength ? data : undefined;
  const matching = isTyped ? recentLike(recent, text).slice(0, recentAmongOthers) : [];
  const count =
    (found?.subjects.length ?? 0) + (found?.materials.length ?? 0) + (isTyped ? matching.length : recent.length);
  const isShown = isOpen && count > 0;

  useEffect(
    function updateBox() {
      onShow({ isOpen: isShown, activeId: isShown ? activeId : undefined });
    },
    [onShow, isShown, activeId],
  );
  // Removing this also removes the list.
  useEffect(() => () => onShow({ isOpen: false, activeId: undefined }), [onShow]);

  const option = { listId, activeId, replaces: isInDialog, onFollow: close };
  const isAnswered = found !== undefined && !isPlaceholderData && asked === text;
  return (
    <div
      role="presentation"
      // The focus stays in the box while a suggestion is pressed.
      onMouseDown={(event) => event.preventDefault()}
      className={classes(
        isInDialog ? 'mt-2 -me-12' : 'absolute inset-x-0 top-full z-20 mt-1 max-h-[70dvh] overflow-y-auto rounded-card',
        !isInDialog && isShown && 'border border-hairline bg-card p-1 shadow-float',
      )}
    >
      <output className="sr-only">{isOpen && isAnswered && words.suggestionsShown(count)}</output>
      {isShown && !isTyped && <RecentSearches {...option} searches={recent} onForget={() => input.focus()} />}
      {isShown && isTyped && (
        <OptionList id={listId}>
          {matching.length > 0 && (
            <OptionGroup id={`${listId}-recent`} label={words.recentSearches}>
              {matching.map((q, index) => (
                <SearchOption key={q} {...option} q={q} index={index} />
              ))}
            </OptionGroup>
          )}
          {found && found.subjects.length > 0 && (
            <OptionGroup id={`${listId}-subjects`} label={nouns.subjects}>
              {found.subjects.map((subject) => (
                <SubjectOption
                  key={`${subject.facultyId} ${subject.semesterId} ${subject.slug}`}
                  {...option}
                  subject={subject}
                />
              ))}
            </OptionGroup>
          )}
          {found && found.materials.length > 0 && (
            <OptionGroup id={`${listId}-materials`} label={words.titles}>
              {found.materials.map((material) => (
                <MaterialOption key={material.id} {...option} material={material} />
              ))}
            </OptionGroup>
          )}
        </OptionList>
      )}
      {isInDialog && <DialogHint isAnswered={isAnswered} count={count} />}
    </div>
  );
}

/** Renders a hint with further actions below the suggestions of a dialog. */
function DialogHint({ isAnswered, count }: { isAnswered: boolean; count: number }) {
  return (
    <p className="px-3 pt-3 pb-1 text-sm text-muted">
      {isAnswered && count === 0 ? words.noneBegins : words.pressEnter}
    </p>
  );
}

/** Tracks the typed text, whether the list is open, and the option chosen with the keys. */
function useTyping(input: HTMLInputElement, { listId, isInDialog }: { listId: string; isInDialog: boolean }) {
  const [text, setText] = useState(input.value);
  // The user may have typed before the code was loaded.
  const [isOpen, setOpen] = useState(() => isInDialog || input.value === '' || input.value !== input.defaultValue);
  const [activeId, setActive] = useState<string>();
  const href = useLocation({ select: (location) => location.href });
  const [seenHref, setSeenHref] = useState(href);

  function close() {
    setActive(undefined);
    if (!isInDialog) setOpen(false);
  }

  if (href !== seenHref) {
    setSeenHref(href);
    close();
  }

  const options = () => [...document.querySelectorAll<HTMLElement>(`[id="${listId}"] [role="option"]`)];

  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = isOpen ? options() : [];
    const active = all.find(({ id }) => id === activeId);
    if (event.key === 'Escape' && isOpen && (!isInDialog || input.value !== '')) {
      // Without this, Escape closes the dialog.
      event.preventDefault();
      if (!isInDialog) return close();
      input.setRangeText('', 0, input.value.length);
      input.dispatchEvent(new Event('input'));
      return;
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault();
      return active.click();
    }
    if (event.key === 'Delete' && active?.dataset['recent'] !== undefined) {
      event.preventDefault();
      setActive(undefined);
      return forgetSearch(active.dataset['recent']);
    }
    const step = stepTo(event.key, active ? all.indexOf(active) : -1, all.length);
    if (step === null) return;
    event.preventDefault();
    setOpen(true);
    const next = all[step];
    setActive(next?.id);
    next?.scrollIntoView({ block: 'nearest' });
  });

  const handleInput = useEffectEvent(() => {
    setText(input.value);
    setActive(undefined);
    setOpen(true);
  });
  const handleClick = useEffectEvent(() => setOpen(true));
  const handleSubmit = useEffectEvent(close);

  useEffect(
    function followInput() {
      const stop = new AbortController();
      const { signal } = stop;
      // The text may have changed between rendering and now.
      setText(input.value);
      input.addEventListener('input', () => handleInput(), { signal });
      input.addEventListener('keydown', (event) => handleKeyDown(event), { signal });
      input.addEventListener('click', () => handleClick(), { signal });
      input.form?.addEventListener('submit', () => handleSubmit(), { signal });
      return () => stop.abort();
    },
    [input],
  );

  return { text, isOpen, close, activeId };
}

/** Returns the recent searches that contain the text. */
function recentLike(recent: readonly string[], text: string): string[] {
  const typed = text.trim().toLowerCase();
  return recent.filter((each) => each.toLowerCase().includes(typed) && each.toLowerCase() !== typed);
}
