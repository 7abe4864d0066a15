import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type SyntheticEvent } from 'react';
import { pages } from '#contract/addresses.ts';
import { maxSearchLength } from '#contract/search-filters.ts';
import { buttonStyle } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { controlStyle } from '#app/ui/text-input.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/search/box.ts';
import { suggestionsCode } from './load-suggestions.ts';

type SearchBoxProps = {
  /** The words in the address; the box shows them and follows their changes. */
  text: string;
  /**
   * True in a dialog: the suggestions are always shown below the box, and following one replaces the dialog's history
   * entry.
   */
  isInDialog?: boolean;
  /** Receives the box when it is clicked. */
  onClick?: (box: HTMLInputElement) => void;
};

/**
 * State of the suggestions that the box needs: whether they are shown, and the id of the suggestion that Enter opens.
 */
export type Shown = { isOpen: boolean; activeId: string | undefined };

const nothingShown: Shown = { isOpen: false, activeId: undefined };

/**
 * Renders a search box with suggestions. A plain form, which works without scripts and before they are loaded. The code
 * of the suggestions is loaded when the box is first focused.
 */
export function SearchBox({ text, isInDialog = false, onClick }: SearchBoxProps) {
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  /** The input while the focus is in the form. */
  const [focused, setFocused] = useState<HTMLInputElement | null>(null);
  const [shown, setShown] = useState(nothingShown);
  const { data: Suggestions } = useQuery({ ...suggestionsCode, enabled: focused !== null });

  const addressed = useRef(text);

  useEffect(
    function followAddress() {
      // On the first run the box may have words typed before hydration.
      if (addressed.current === text) return;
      addressed.current = text;
      // Going back changes the words; the focus stays.
      if (input.current) input.current.value = text;
    },
    [text],
  );

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const q = input.current?.value.trim();
    if (q) void router.navigate({ to: '/search', search: { q }, replace: isInDialog });
    else input.current?.focus();
  }

  return (
    <search>
      <form
        action={pages.search()}
        onSubmit={handleSubmit}
        onFocus={() => setFocused(input.current)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!isInDialog && !currentTarget.contains(relatedTarget)) setFocused(null);
        }}
        className={isInDialog ? undefined : 'relative'}
      >
        <div className="relative">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 start-3 size-5 -translate-y-1/2 text-muted"
          />
          <input
            ref={input}
            type="text"
            name="q"
            role="combobox"
            inputMode="search"
            aria-label={actions.search}
            aria-autocomplete="list"
            aria-expanded={shown.isOpen}
            aria-controls={shown.isOpen ? listId : undefined}
            aria-activedescendant={shown.activeId}
            placeholder={words.placeholder}
            defaultValue={text}
            maxLength={maxSearchLength}
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onClick={({ currentTarget }) => onClick?.(currentTarget)}
            className={classes(controlStyle, 'min-h-12 ps-11 pe-14')}
          />
          <button
            type="submit"
            aria-label={actions.search}
            className={`${buttonStyle('primary', 'icon')} absolute! top-0.5 end-0.5`}
          >
            <Search aria-hidden="true" className="size-5" />
          </button>
        </div>
        {Suggestions && focused && (
          <Suggestions input={focused} listId={listId} isInDialog={isInDialog} onShow={setShown} />
        )}
      </form>
    </search>
  );
}
