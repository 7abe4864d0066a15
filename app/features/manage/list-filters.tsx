import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { InventorySort, InventoryTrait } from '#contract/inventory.ts';
import type { Shelf } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { yearChoices } from '#domain/material.ts';
import { yearAt } from '#app/features/layout/year-at.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { Select } from '#app/ui/select.tsx';
import { usePublications } from '#app/features/undo/publications-query.ts';
import * as actions from '#messages/actions.ts';
import { number } from '#messages/format.ts';
import * as words from '#messages/manage/list.ts';
import * as nouns from '#messages/nouns.ts';
import { countFilters, noFilters, type ListState } from './list-state.ts';
import { yearAdWords } from '#messages/years.ts';

const traitWords: Record<InventoryTrait, string> = words.states;
const sortWords: Record<InventorySort, string> = words.sorts;

type ListFiltersProps = {
  shelf: Pick<Shelf, 'findFaculty'>;
  state: ListState;
  faculties: readonly FacultySummary[];
  onChange: (change: Partial<ListState>) => void;
};

/** Renders the filters and the order of the list in one row; on a phone, a button opens them. */
export function ListFilters({ shelf, state, faculties, onChange }: ListFiltersProps) {
  const { site } = useAdminSession();
  const [isOpen, setOpen] = useState(false);
  const count = countFilters(state);
  const { sort, direction } = state.order;
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex gap-2 lg:hidden">
        <Button
          variant="secondary"
          size="small"
          aria-expanded={isOpen}
          aria-controls="list-filters"
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          {words.filterAndSort(count)}
        </Button>
      </div>
      <fieldset
        id="list-filters"
        className={classes(
          'grid min-w-0 grid-cols-1 gap-2 sm:grid-cols-2 lg:flex lg:flex-wrap',
          !isOpen && 'max-lg:hidden',
        )}
      >
        <legend className="sr-only">{words.filterAndSortList}</legend>
        <PlaceFilters {...{ shelf, state, faculties, onChange }} />
        <Choice
          label={nouns.year}
          value={state.year}
          any={words.anyYear}
          options={listYears(state.year, yearAt(site.timeZone)).map((year) => ({
            value: year,
            label: yearAdWords(Number(year), site.calendar),
          }))}
          onChange={(year) => onChange({ year, outside: null })}
        />
        <Choice
          label={words.state}
          value={state.trait}
          any={words.anyState}
          options={Object.entries(traitWords).map(([value, label]) => ({ value, label }))}
          onChange={(trait) => onChange({ trait: trait as InventoryTrait | '' })}
        />
        <PublicationFilter chosen={state.publication} onChange={(publication) => onChange({ publication })} />
        <Choice
          label={words.sortBy}
          value={`${sort} ${direction}`}
          options={Object.entries(sortWords).flatMap(([value, label]) => [
            { value: `${value} asc`, label: `${label} ↑` },
            { value: `${value} desc`, label: `${label} ↓` },
          ])}
          onChange={(value) => onChange({ order: readOrder(value) })}
        />
        {count > 0 && (
          <Button variant="ghost" size="small" onClick={() => onChange(noFilters)}>
            {actions.clearFilters}
          </Button>
        )}
      </fieldset>
    </div>
  );
}

/** Filters by the import that created the materials; renders nothing if no import was published. */
function PublicationFilter({ chosen, onChange }: { chosen: string; onChange: (publication: string) => void }) {
  const publications = usePublications();
  if (publications === undefined || (publications.length === 0 && chosen === '')) return null;
  const isListed = chosen === '' || publications.some(({ id }) => id === chosen);
  return (
    <Choice
      label={words.importOf}
      value={chosen}
      any={words.anyImport}
      options={[
        ...publications.map(({ id, name, published }) => ({ value: id, label: `${name} (${number(published)})` })),
        ...(isListed ? [] : [{ value: chosen, label: words.earlierImport }]),
      ]}
      onChange={onChange}
    />
  );
}

function readOrder(value: string): ListState['order'] {
  const [sort, direction] = value.split(' ');
  return { sort: sort as InventorySort, direction: direction === 'asc' ? 'asc' : 'desc' };
}

/** Returns the last twenty years and, if it is older, the chosen one. */
function listYears(chosen: string, current: number): string[] {
  const years = [...yearChoices(current), ...yearChoices(current - 10)].map(String);
  return chosen === '' || years.includes(chosen) ? years : [chosen, ...years];
}

/** Filters by faculty, then term, then subject. Changing one resets the filters after it. */
function PlaceFilters({ shelf, state, faculties, onChange }: ListFiltersProps) {
  const { facultyId, semesterId, subject } = state;
  const faculty = faculties.find(({ id }) => id === facultyId);
  const subjects = useSubjects(shelf, facultyId, semesterId);
  return (
    <>
      <Choice
        label={nouns.faculty}
        value={facultyId}
        any={words.anyFaculty}
        options={faculties.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(value) => onChange({ facultyId: value, semesterId: '', subject: '' })}
      />
      <Choice
        label={nouns.semester}
        value={semesterId}
        any={words.anySemester}
        disabledReason={faculty ? undefined : words.facultyFirst}
        options={(faculty?.terms ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(value) => onChange({ semesterId: value, subject: '' })}
      />
      <Choice
        label={nouns.subject}
        value={subject}
        any={words.anySubject}
        disabledReason={semesterId ? undefined : words.semesterFirst}
        options={subjects.map((name) => ({ value: name, label: name }))}
        onChange={(value) => onChange({ subject: value })}
      />
    </>
  );
}

/** Returns the subjects of a term, by name; empty until they are loaded. */
export function useSubjects(shelf: Pick<Shelf, 'findFaculty'>, facultyId: string, semesterId: string): string[] {
  const details = useQuery({
    queryKey: ['faculty', facultyId],
    queryFn: () => shelf.findFaculty(facultyId),
    enabled: facultyId !== '',
    staleTime: Infinity,
  });
  return details.data?.terms.find(({ id }) => id === semesterId)?.subjects.map(({ name }) => name) ?? [];
}

type ChoiceProps = {
  label: string;
  value: string;
  /** The option for no filter. */
  any?: string;
  options: readonly { value: string; label: string }[];
  disabledReason?: string | undefined;
  onChange: (value: string) => void;
};

/** Renders a select with a hidden label, because its value is clear enough for sighted users. */
function Choice({ label, value, any, options, disabledReason, onChange }: ChoiceProps): ReactNode {
  return (
    <Select
      aria-label={label}
      className="min-w-0 lg:max-w-52"
      value={value === '' ? anyValue : value}
      disabled={disabledReason !== undefined}
      disabledReason={disabledReason}
      options={[...(any === undefined ? [] : [{ value: anyValue, label: any }]), ...options]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === anyValue ? '' : currentTarget.value)}
    />
  );
}

/** Value of the option for no filter, because no option may have an empty value. */
const anyValue = 'any';
