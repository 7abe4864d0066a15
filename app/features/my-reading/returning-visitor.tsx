import { Link, useHydrated } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pages } from '#contract/addresses.ts';
import { classes } from '#app/ui/classes.ts';
import { cardStyle } from '#app/ui/card.tsx';
import * as words from '#messages/my-reading/home.ts';
import { OpenedLink } from './opened-link.tsx';
import { openedMaterials } from './opened-materials.ts';
import { pinnedSubjects } from './pinned-subjects.ts';
import { newestFirst, useEntries } from './stored-entries.ts';

/** Number of entries on Home; the page of the reading history shows all. */
const shownOnHome = 8;

/**
 * Shows on Home the materials opened and the subjects pinned on this device. The server renders empty space for both.
 * If something is stored, a script in the head (`returning-script.ts`) shows that space before the first paint, so that
 * nothing moves.
 */
export function ReturningVisitor() {
  const isHydrated = useHydrated();
  const opened = newestFirst(useEntries(openedMaterials)).slice(0, shownOnHome);
  const pinned = newestFirst(useEntries(pinnedSubjects));
  return (
    <>
      {(!isHydrated || opened.length > 0) && (
        <Row
          id="continue-reading"
          title={words.continueReading}
          isHydrated={isHydrated}
          space="hidden in-data-[returning~=opened]:block"
          height="h-31"
        >
          {opened.map((material) => (
            <li
              key={material.id}
              className={`${cardStyle} relative flex w-60 shrink-0 snap-start flex-col p-3 focus-within:border-accent hover:border-accent`}
            >
              <OpenedLink material={material} />
            </li>
          ))}
        </Row>
      )}
      {(!isHydrated || pinned.length > 0) && (
        <Row
          id="pinned-subjects"
          title={words.pinnedSubjects}
          isHydrated={isHydrated}
          space="hidden in-data-[returning~=pinned]:block"
          height="h-17"
        >
          {pinned.map(({ id, facultyId, semesterId, slug, name, place }) => (
            <li
              key={id}
              className={`${cardStyle} relative flex max-w-70 min-w-40 shrink-0 snap-start flex-col justify-center px-4 focus-within:border-accent hover:border-accent`}
            >
              <Link
                to="/faculty/$facultyId/semester/$semesterId/subject/$subject"
                params={{ facultyId, semesterId, subject: slug }}
                className="truncate font-medium after:absolute after:inset-0 after:rounded-card hover:text-accent"
              >
                {name}
              </Link>
              <span className="truncate text-xs text-muted">{place}</span>
            </li>
          ))}
        </Row>
      )}
    </>
  );
}

type RowProps = {
  id: string;
  title: string;
  isHydrated: boolean;
  /** Classes that show the empty row before hydration, if something is stored. */
  space: string;
  /** Class that sets the height of the row, the same with and without content. */
  height: string;
  children: ReactNode;
};

/** Renders a row that scrolls sideways. */
function Row({ id, title, isHydrated, space, height, children }: RowProps) {
  return (
    <section aria-labelledby={id} className={classes('min-w-0', !isHydrated && space)}>
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        <Link
          to={pages.reading()}
          className="inline-flex min-h-11 items-center text-sm text-accent underline-offset-4 hover:underline"
        >
          {words.allReading}
        </Link>
      </div>
      {/* With space for the focus outlines of its links. */}
      <ul className={`${height} -m-1 flex snap-x scroll-px-1 gap-3 overflow-x-auto p-1`}>{children}</ul>
    </section>
  );
}
