import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { classes } from '#app/ui/classes.ts';
import { pages } from '#contract/addresses.ts';
import type { Faculty, Term } from '#domain/catalogue.ts';
import type { SubjectKind } from '#app/features/materials/kind-words.ts';
import { number } from '#messages/format.ts';
import { shortCount } from '#messages/materials/counts.ts';
import * as words from '#messages/subject/side-menu.ts';
import { countOfTerm, countsOfSubject, type FacultyCounts } from './shelf-summary.ts';
import { subjectRoutes } from './subject-routes.ts';
import { kindWords } from '#messages/kinds.ts';
import { localAddress } from '#app/features/layout/local-address.ts';
import { langOf } from '#app/ui/lang-of.ts';

type SideMenuProps = {
  faculty: Faculty;
  termId: string;
  /** The slug of the subject on screen, if there is one. */
  subjectSlug: string | undefined;
  /** The kind on screen; links to other subjects have the same kind. */
  kind: SubjectKind;
  /** The counts of the faculty; undefined while not known. */
  counts: FacultyCounts | undefined;
};

/**
 * Renders the terms of the faculty, one of them open at a time, with the subjects and their numbers of materials of the
 * kind on screen. It follows the content, also for the keyboard. On small screens it is below it and collapsed; without scripts it then has a link for each
 * term.
 */
export function SideMenu({ faculty, termId, subjectSlug, kind, counts }: SideMenuProps) {
  // The user's choice only applies to the page where it was made; on other pages the current term is open and the menu collapsed.
  const here = `${termId}/${subjectSlug}/${kind}`;
  const [opened, setOpened] = useState({ at: here, termId });
  const openTermId = opened.at === here ? opened.termId : termId;
  const [unfoldedAt, setUnfoldedAt] = useState<string | null>(null);
  const isExpanded = unfoldedAt === here;
  const currentTerm = faculty.terms.find((term) => term.id === termId);

  return (
    <aside className="no-print md:order-first md:sticky md:top-20 md:max-h-[calc(100dvh-6rem)] md:w-64 md:shrink-0 md:self-start md:scroll-area-y md:[scrollbar-gutter:stable]">
      <p className="hidden px-4.25 pb-2 font-serif text-lg md:block">{words.faculty(faculty.name)}</p>
      <button
        type="button"
        aria-expanded={isExpanded}
        aria-controls="side-menu"
        onClick={() => setUnfoldedAt(isExpanded ? null : here)}
        className="flex min-h-12 w-full items-center justify-between gap-3 rounded-card border border-edge bg-card px-4 py-1.5 text-start leading-snug font-medium md:hidden"
      >
        <span>
          {words.faculty(faculty.name)}{' '}
          {currentTerm && <span className="font-normal text-muted">· {currentTerm.name}</span>}
        </span>
        <Chevron isOpen={isExpanded} />
      </button>
      <nav
        id="side-menu"
        aria-label={words.faculty(faculty.name)}
        className={classes('shown-without-scripts md:block', isExpanded ? 'max-md:mt-2' : 'max-md:hidden')}
      >
        <ul className="divide-y divide-hairline overflow-hidden rounded-card border border-hairline bg-card">
          {faculty.terms.map((term) => (
            <TermEntry
              key={term.id}
              facultyId={faculty.id}
              term={term}
              kind={kind}
              counts={counts}
              isCurrent={term.id === termId}
              subjectSlug={subjectSlug}
              isOpen={term.id === openTermId}
              onToggle={() => setOpened({ at: here, termId: term.id === openTermId ? '' : term.id })}
            />
          ))}
        </ul>
      </nav>
    </aside>
  );
}

type TermEntryProps = {
  facultyId: string;
  term: Term;
  kind: SubjectKind;
  counts: FacultyCounts | undefined;
  isCurrent: boolean;
  subjectSlug: string | undefined;
  isOpen: boolean;
  onToggle: () => void;
};

function TermEntry({ facultyId, term, kind, counts, isCurrent, subjectSlug, isOpen, onToggle }: TermEntryProps) {
  const panelId = `term-${term.id}`;
  const count = counts && countOfTerm(counts, term, kind);
  const figure = count === 0 ? words.none : count !== undefined && shortCount(kind, count);
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={onToggle}
        className={classes(
          'flex min-h-12 w-full items-center gap-2 px-4 text-start hover:bg-sunken focus-visible:-outline-offset-3',
          isCurrent && 'font-medium',
        )}
      >
        {/* The number is below the name if both do not fit on one line; the row is high enough for both. */}
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-2 leading-tight">
          <span className={count === 0 ? 'text-muted' : undefined}>{term.name}</span>{' '}
          <span className="text-xs font-normal whitespace-nowrap text-muted">{figure}</span>
        </span>
        <Chevron isOpen={isOpen} />
      </button>
      <div id={panelId} className={classes('shown-without-scripts', !isOpen && 'hidden')}>
        <a
          href={localAddress(pages.semester(facultyId, term.id))}
          className="only-without-scripts flex min-h-11 items-center px-4 text-accent underline"
        >
          {words.subjectsOf(term.name, (text) => (
            <span key="read-out" className="sr-only">
              {text}
            </span>
          ))}
          <span className="ms-auto text-xs text-muted">{figure}</span>
        </a>
        {isOpen && (
          <ul className="pb-2">
            {term.subjects.map((subject) => (
              <li key={subject.slug}>
                <SubjectEntry
                  name={subject.name}
                  params={{ facultyId, semesterId: term.id, subject: subject.slug }}
                  kind={kind}
                  count={counts && (countsOfSubject(counts, term.id, subject.name)[kind] ?? 0)}
                  isCurrent={isCurrent && subject.slug === subjectSlug}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

type SubjectEntryProps = {
  name: string;
  params: { facultyId: string; semesterId: string; subject: string };
  kind: SubjectKind;
  count: number | undefined;
  isCurrent: boolean;
};

function SubjectEntry({ name, params, kind, count, isCurrent }: SubjectEntryProps) {
  const tone = count === 0 ? 'text-muted' : '';
  return (
    <Link
      to={subjectRoutes[kind]}
      params={params}
      className={classes(
        'flex min-h-11 items-center gap-3 border-s-[3px] py-2 ps-4 pe-4 text-[0.95rem] leading-snug focus-visible:-outline-offset-3',
        isCurrent
          ? 'border-accent bg-accent-tint font-medium text-accent'
          : `border-transparent hover:bg-sunken hover:text-accent ${tone}`,
      )}
    >
      <span lang={langOf(name)} className="min-w-0 flex-1">
        {name}
      </span>{' '}
      {/* Has the same width before and after the number is known. */}
      <span className={classes('min-w-[2ch] text-end text-xs', !isCurrent && 'text-muted')}>
        {count !== undefined && (
          <>
            {number(count)} <span className="sr-only">{kindWords(kind, count)}</span>
          </>
        )}
      </span>
    </Link>
  );
}

function Chevron({ isOpen }: { isOpen: boolean }) {
  return <ChevronDown aria-hidden="true" className={classes('size-5 shrink-0 text-muted', isOpen && 'rotate-180')} />;
}
