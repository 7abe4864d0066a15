import { useEffect, useEffectEvent, useState } from 'react';
import type { FacultySummary } from '#domain/catalogue.ts';
import { pages } from '#contract/addresses.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import * as words from '#messages/library/books.ts';
import * as nouns from '#messages/nouns.ts';
import { allFaculties, allSemesters, resolveBookFilter, type BookFilter, type BookSearch } from './book-search.ts';

/** Pause in typing after which the search runs. */
const typingDelayMs = 250;

type BookFiltersProps = {
  filter: BookFilter;
  faculties: FacultySummary[];
  /** Writes changed filters to the address; the list then returns to its first part. */
  onChange: (change: Pick<BookSearch, 'faculty' | 'semester' | 'q'>) => void;
};

/** Renders the filters for faculty, semester and title: a plain form, which also works without scripts. */
export function BookFilters({ filter, faculties, onChange }: BookFiltersProps) {
  const { text, setText, sendNow } = useTypedText(filter.text, (q) => onChange({ q }));

  function handleFaculty(faculty: string) {
    // The semester stays if the new faculty has it, otherwise it becomes 1.
    const next = resolveBookFilter({ faculty, semester: filter.semesterId ?? allSemesters }, faculties);
    onChange({ faculty, semester: next.semesterId ?? allSemesters });
  }
  const terms = filter.terms.map((term) => ({ value: term.id, label: term.name }));
  const everyTerm = {
    value: allSemesters,
    label: filter.faculty?.type === 'year' ? words.allYears : words.allSemesters,
  };

  return (
    <search>
      <form
        action={pages.books()}
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          onChange({ q: text });
        }}
        className="grid grid-cols-1 gap-x-3 gap-y-4 min-[22.5rem]:grid-cols-2 sm:gap-x-4 lg:grid-cols-[1fr_1fr_2fr]"
      >
        <Field label={nouns.faculty}>
          {(control) => (
            <Select
              {...control}
              name="faculty"
              value={filter.faculty?.id ?? allFaculties}
              onChange={(event) => handleFaculty(event.target.value)}
              options={[
                { value: allFaculties, label: words.allFaculties },
                ...faculties.map((faculty) => ({ value: faculty.id, label: faculty.name })),
              ]}
            />
          )}
        </Field>
        <Field label={nouns.semester}>
          {(control) => (
            <Select
              {...control}
              // Without a name the semester is not sent, so that a form sent without scripts and without a faculty
              // starts at Semester 1.
              name={filter.faculty ? 'semester' : undefined}
              value={(filter.faculty && filter.semesterId) ?? allSemesters}
              onChange={(event) => onChange({ semester: event.target.value })}
              options={filter.faculty ? [everyTerm, ...terms] : [everyTerm]}
              unavailable={filter.faculty ? undefined : { reason: words.chooseFacultyFirst, options: terms }}
            />
          )}
        </Field>
        <Field label={nouns.title} className="col-span-full lg:col-span-1">
          {(control) => (
            <TextInput
              {...control}
              type="search"
              name="q"
              placeholder={words.searchBooks}
              enterKeyHint="search"
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.target.value)}
              // Runs first because the next control may change the address as well, by opening a search or a book over the page.
              onBlur={sendNow}
            />
          )}
        </Field>
        <Button type="submit" className="only-without-scripts">
          {words.showBooks}
        </Button>
      </form>
    </search>
  );
}

/** Holds the text of a search box. The text follows the address, and changes the address when typing pauses or ends. */
function useTypedText(addressed: string, onRest: (text: string) => void) {
  const [text, setText] = useState(addressed);
  const [seen, setSeen] = useState(addressed);
  const [sent, setSent] = useState(addressed);
  if (addressed !== seen) {
    setSeen(addressed);
    // Something else changed the address, such as the Back button: the box follows.
    if (addressed !== sent) setText(addressed);
  }
  function sendNow() {
    const trimmed = text.trim();
    if (trimmed === addressed || trimmed === sent) return;
    setSent(trimmed);
    onRest(trimmed);
  }
  const sendTyped = useEffectEvent(sendNow);
  useEffect(
    function sendAfterPause() {
      const timer = setTimeout(sendTyped, typingDelayMs);
      return () => clearTimeout(timer);
    },
    [text],
  );
  return { text, setText, sendNow };
}
