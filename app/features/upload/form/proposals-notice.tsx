import { Lightbulb } from 'lucide-react';
import { useRef } from 'react';
import type { FacultySummary } from '#domain/catalogue.ts';
import { useCalendar } from '#app/features/layout/use-calendar.ts';
import { Badge } from '#app/ui/badge.tsx';
import { serverWords } from '#app/ui/server-words.ts';
import * as words from '#messages/upload/form.ts';
import { wordsOf, type MaterialFieldProps } from './material-fields.ts';
import type { TypedAttribute } from './material-form.ts';
import { suggestionsFor, type Suggestion } from './proposals.ts';
import { yearWords } from '#messages/years.ts';
import { kindNames } from '#messages/kinds.ts';

/** Marks the label of a field that was filled in from the file. */
export function ProposedMark({ form, names }: Pick<MaterialFieldProps, 'form'> & { names: readonly TypedAttribute[] }) {
  if (!names.some((name) => form.proposed.includes(name))) return null;
  return (
    <>
      {' '}
      <Badge tone="new">{words.proposed}</Badge>
    </>
  );
}

type ProposalsNoticeProps = Pick<MaterialFieldProps, 'form' | 'change' | 'disabled' | 'faculties'>;

/**
 * Shows which fields were filled in from the chosen file, and offers uncertain values. Screen readers read out its
 * changes.
 */
export function ProposalsNotice({ form, change, disabled, faculties }: ProposalsNoticeProps) {
  const calendar = useCalendar();
  const box = useRef<HTMLDivElement>(null);
  const suggestions = suggestionsFor(form);
  const filled = form.proposed.filter((name) => name !== 'yearBs').map((name) => wordsOf(form, name).label);
  const against = suggestions.some(({ what }) => what === 'place') ? (form.guess?.against ?? []) : [];
  const isEmpty = filled.length === 0 && suggestions.length === 0;
  return (
    <div
      ref={box}
      tabIndex={-1}
      className={isEmpty ? undefined : 'grid gap-2 rounded-card bg-sunken px-4 py-3 text-sm'}
    >
      {/* Rendered from the start, because only changes inside a live region are read out. */}
      <output className="block">
        {filled.length > 0 && (
          <span className="flex items-start gap-2">
            <Lightbulb aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
            <span>{words.proposedFields(filled)}</span>
          </span>
        )}
        {suggestions.length > 0 && <span className="mt-1 block font-medium">{words.placeQuestion}</span>}
        {against.length > 0 && (
          <span className="block text-muted">
            {words.againstPlace(against.map((ground) => serverWords(ground).text))}
          </span>
        )}
      </output>
      {suggestions.length > 0 && (
        <ul aria-label={words.suggestions} className="grid gap-2 sm:grid-cols-2">
          {suggestions.map((suggestion) => {
            const { title, detail } = describe(suggestion, faculties, (years) => yearWords(years, calendar));
            return (
              <li key={`${suggestion.what} ${title} ${detail}`}>
                <button
                  type="button"
                  disabled={disabled}
                  className="min-h-11 w-full rounded-card border border-edge bg-card px-3 py-1.5 text-start hover:border-accent hover:text-accent"
                  onClick={() => {
                    change(suggestion.action);
                    // The focused button has been removed.
                    box.current?.focus();
                  }}
                >
                  <span className="block leading-tight font-medium">{words.takeSuggestion(title)}</span>
                  {detail !== '' && <span className="block text-xs text-muted">{detail}</span>}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

function describe(
  suggestion: Suggestion,
  faculties: readonly FacultySummary[],
  toYears: (years: { year: number; yearBs: number | null }) => string,
): { title: string; detail: string } {
  switch (suggestion.what) {
    case 'kind':
      return { title: kindNames[suggestion.kind], detail: suggestion.from.slice(0, 1).join() };
    case 'year':
      return { title: toYears(suggestion), detail: suggestion.from.slice(0, 1).join() };
    case 'place': {
      const { facultyId, semesterId, subject } = suggestion.place;
      const faculty = faculties.find(({ id }) => id === facultyId);
      const term = faculty?.terms.find(({ id }) => id === semesterId);
      return { title: subject, detail: [faculty?.name ?? facultyId, term?.name ?? semesterId].join(' · ') };
    }
  }
}
