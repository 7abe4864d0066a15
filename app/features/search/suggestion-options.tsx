import { Link } from '@tanstack/react-router';
import { GraduationCap, History, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCalendar } from '#app/features/layout/use-calendar.ts';
import { KindIcon } from '#app/features/materials/kind-icon.tsx';
import { buttonStyle } from '#app/ui/button.tsx';
import type { SearchSuggestions } from '#contract/search.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/search/suggestions.ts';
import { forgetAllSearches, forgetSearch } from './recent-searches.ts';
import { yearWords } from '#messages/years.ts';
import { kindNames } from '#messages/kinds.ts';
import { langOf } from '#app/ui/lang-of.ts';

/** The properties of every option of the suggestions. */
type OptionProps = {
  listId: string;
  activeId: string | undefined;
  /** True if following the suggestion replaces the current history entry. */
  replaces: boolean;
  onFollow: () => void;
};

const rowStyle =
  'flex min-h-12 items-center gap-3 rounded-card px-3 py-1.5 hover:bg-sunken aria-selected:bg-accent-tint aria-selected:text-accent';

/** Returns the attributes of an option. It is a link that never has the focus, and can also be opened in a new tab. */
function attributesOf({ listId, activeId, replaces, onFollow }: OptionProps, key: string) {
  const id = `${listId}-${key}`;
  return {
    id,
    role: 'option',
    'aria-selected': id === activeId,
    tabIndex: -1,
    replace: replaces,
    preload: false,
    onClick: onFollow,
  } as const;
}

/** Renders the list of all suggestions. */
export function OptionList({ id, children }: { id: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- of a combobox, whose options are links
    <div role="listbox" id={id} aria-label={words.suggestions}>
      {children}
    </div>
  );
}

type OptionGroupProps = { id: string; label: string; labelClassName?: string; children: ReactNode };

/** Renders suggestions of one kind, below a heading. */
export function OptionGroup({ id, label, labelClassName = 'pt-2 pb-1', children }: OptionGroupProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a list of options may have no other groups
    <div role="group" aria-labelledby={id}>
      <div id={id} role="presentation" className={`px-3 text-sm font-medium text-muted ${labelClassName}`}>
        {label}
      </div>
      {children}
    </div>
  );
}

/** Renders a recent search. */
export function SearchOption({ q, index, ...props }: OptionProps & { q: string; index: number }) {
  return (
    <Link {...attributesOf(props, `search-${index}`)} data-recent={q} to="/search" search={{ q }} className={rowStyle}>
      <History aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <bdi className="truncate">{q}</bdi>
    </Link>
  );
}

/**
 * Renders a subject with its code, programme and term; it links to its question papers. A subject of several programmes
 * links to a search for its name.
 */
export function SubjectOption({
  subject: { facultyId, facultyName, semesterId, termName, subject, code, slug, alsoIn },
  ...props
}: OptionProps & { subject: SearchSuggestions['subjects'][number] }) {
  const attributes = attributesOf(props, `subject-${facultyId}-${semesterId}-${slug}`);
  if (alsoIn) {
    return (
      <Link {...attributes} to="/search" search={{ q: subject }} className={rowStyle}>
        <GraduationCap aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <Lines title={subject} about={[[facultyName, ...alsoIn].join(', ')]} />
      </Link>
    );
  }
  return (
    <Link
      {...attributes}
      to="/faculty/$facultyId/semester/$semesterId/subject/$subject"
      params={{ facultyId, semesterId, subject: slug }}
      className={rowStyle}
    >
      <GraduationCap aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <Lines title={subject} about={[code, facultyName, termName]} />
    </Link>
  );
}

/** Renders a material by its title; it opens the material over its page. */
export function MaterialOption({
  material: { id, kind, title, subject, ...years },
  ...props
}: OptionProps & { material: SearchSuggestions['materials'][number] }) {
  const calendar = useCalendar();
  return (
    <Link
      {...attributesOf(props, `material-${id}`)}
      to="/material/$id"
      params={{ id }}
      search={{ open: id }}
      className={rowStyle}
    >
      <KindIcon kind={kind} className="size-5 shrink-0" />
      <Lines title={title} about={[kindNames[kind], subject, yearWords(years, calendar)]} />
    </Link>
  );
}

function Lines({ title, about }: { title: string; about: (string | number | null)[] }) {
  return (
    <span className="min-w-0">
      <bdi className="line-clamp-2 leading-snug" lang={langOf(title)}>
        {title}
      </bdi>
      <span className="block truncate text-sm text-muted">
        {about.filter((each) => each !== null && each !== '').join(' · ')}
      </span>
    </span>
  );
}

type RecentSearchesProps = OptionProps & { searches: readonly string[]; onForget: () => void };

/**
 * Lists recent searches as suggestions, each with a button that removes it. A list of suggestions may not contain
 * buttons, so the buttons are in a separate list next to it, row by row; the Delete key does the same.
 */
export function RecentSearches({ searches, onForget, ...option }: RecentSearchesProps) {
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto]">
        <OptionList id={option.listId}>
          <OptionGroup id={`${option.listId}-recent`} label={words.recentSearches} labelClassName="h-11 py-3">
            {searches.map((q, index) => (
              <SearchOption key={q} {...option} q={q} index={index} />
            ))}
          </OptionGroup>
        </OptionList>
        <div className="grid justify-items-end">
          <button
            type="button"
            className={`${buttonStyle('ghost', 'small')} text-muted!`}
            onClick={() => {
              forgetAllSearches();
              onForget();
            }}
          >
            {actions.clearAll}
          </button>
          {searches.map((q) => (
            <span key={q} className="flex h-12 items-center">
              <button
                type="button"
                aria-label={words.removeSearch(q)}
                className={`${buttonStyle('ghost', 'icon')} text-muted!`}
                onClick={() => {
                  forgetSearch(q);
                  onForget();
                }}
              >
                <X aria-hidden="true" className="size-5" />
              </button>
            </span>
          ))}
        </div>
      </div>
      <p className="px-3 pt-1 text-sm text-muted">{words.storedHere}</p>
    </>
  );
}
