import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { pages } from '#contract/addresses.ts';
import { materialKinds, type MaterialKind } from '#domain/material.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { KindTile } from '#app/features/materials/kind-icon.tsx';
import * as words from '#messages/home.ts';
import { countWords, shelfNames } from '#messages/kinds.ts';

type LastTerm = { facultyId: string; facultyName: string; semesterId: string; termName: string };

type ResourcesOverviewProps = {
  /** Number of materials of each kind; null while not known. */
  totals: Record<MaterialKind, number> | null;
  /** The term visited last; the cards then link to it. */
  lastTerm: LastTerm | null;
};

/** Shows how many materials the library has. Each card links to the list of its kind and names that page. */
export function ResourcesOverview({ totals, lastTerm }: ResourcesOverviewProps) {
  return (
    <>
      <ul className="grid grid-cols-1 gap-3 min-[18rem]:grid-cols-2 sm:gap-4 lg:grid-cols-4">
        {materialKinds.map((kind) => (
          <li
            key={kind}
            className={`${cardStyle} relative flex flex-col px-3 py-2 focus-within:border-accent hover:border-accent sm:p-5`}
          >
            <div className="mb-3 max-sm:hidden">
              <KindTile kind={kind} />
            </div>
            <h3 className="text-base leading-tight sm:text-lg">
              <KindLink kind={kind} lastTerm={lastTerm}>
                {shelfNames[kind]}
              </KindLink>
            </h3>
            <p className="mt-1 mb-3 text-sm text-muted max-sm:hidden">{words.aboutKinds[kind]}</p>
            {totals ? (
              <p className="mt-auto pt-1 text-sm font-medium">{countWords(kind, totals[kind])}</p>
            ) : (
              <Skeleton className="mt-auto h-5 w-24" />
            )}
            {/* Always one line, so that nothing moves when the last term becomes known after hydration. */}
            <p className="mt-2 flex items-center gap-1 text-sm text-accent max-sm:hidden">
              <span className="truncate" data-tooltip-if-cut="">
                {whereTo(kind, lastTerm)}
              </span>
              <ArrowRight aria-hidden="true" className="size-4 shrink-0 rtl:rotate-180" />
            </p>
          </li>
        ))}
      </ul>
      {/* On a phone the footer's link is enough. */}
      <p className="mt-3 text-sm text-muted max-sm:hidden">
        {words.forumIsComing(
          <Link
            key="preview"
            to={pages.discussions()}
            className="inline-block py-2 text-accent underline underline-offset-4"
          >
            {words.seePreview}
          </Link>,
        )}
      </p>
    </>
  );
}

function whereTo(kind: MaterialKind, lastTerm: LastTerm | null): string {
  if (kind === 'book') return words.browseLibrary;
  return lastTerm ? `${lastTerm.facultyName}, ${lastTerm.termName}` : words.chooseFaculty;
}

/**
 * Renders the link that covers the card. Papers, notes and revision material are filed by faculty, so without a last term it
 * links to the faculties.
 */
function KindLink({
  kind,
  lastTerm,
  children,
}: {
  kind: MaterialKind;
  lastTerm: LastTerm | null;
  children: ReactNode;
}) {
  const className = 'after:absolute after:inset-0 after:rounded-card hover:text-accent';
  if (kind === 'book') {
    return (
      <Link to={pages.books()} className={className}>
        {children}
      </Link>
    );
  }
  if (!lastTerm) {
    return (
      <a href="#faculties" className={className}>
        {children}
      </a>
    );
  }
  return (
    <Link
      to={
        kind === 'revision'
          ? '/faculty/$facultyId/revision/semester/$semesterId'
          : '/faculty/$facultyId/semester/$semesterId'
      }
      params={{ facultyId: lastTerm.facultyId, semesterId: lastTerm.semesterId }}
      className={className}
    >
      {children}
    </Link>
  );
}
