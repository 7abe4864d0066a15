import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { Faculty, Subject, Term } from '#domain/catalogue.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { classes } from '#app/ui/classes.ts';
import { LinkTabs } from '#app/ui/link-tabs.tsx';
import { tabStyle } from '#app/ui/tab-style.ts';
import { PinButton } from '#app/features/my-reading/pin-button.tsx';
import { SaveSubject } from '#app/features/offline-files/save-subject.tsx';
import { ShareButton } from '#app/features/share/share-button.tsx';
import { KindIcon } from '#app/features/materials/kind-icon.tsx';
import { subjectKinds, summariseCounts, type SubjectKind } from '#app/features/materials/kind-words.ts';
import { whenIdle } from '#app/features/layout/when-idle.ts';
import { number } from '#messages/format.ts';
import * as nouns from '#messages/nouns.ts';
import * as words from '#messages/subject/list.ts';
import { facultyCountsQuery } from './faculty-queries.ts';
import { countsOfSubject } from './shelf-summary.ts';
import { subjectRoutes, subjectSteps } from './subject-routes.ts';
import { kindWords, shelfNames } from '#messages/kinds.ts';
import { langOf } from '#app/ui/lang-of.ts';

type SubjectFrameProps = {
  place: { faculty: Faculty; term: Term; subject: Subject };
  kind: SubjectKind;
  /** Comes below the heading, in the space of one short line. */
  progress?: ReactNode;
  children: ReactNode;
};

/**
 * Renders the parts common to the pages of a subject: the breadcrumb, the heading, the tabs. Children are the active tab's
 * content.
 */
export function SubjectFrame({ place, kind, progress, children }: SubjectFrameProps) {
  const { faculty, term, subject } = place;
  const router = useRouter();
  const { data: counts } = useQuery(facultyCountsQuery(router.options.context.shelf, faculty.id));
  const held = counts && countsOfSubject(counts, term.id, subject.name);
  const params = { facultyId: faculty.id, semesterId: term.id, subject: subject.slug };
  const step = subjectSteps[kind];
  useTabPrefetch(kind, faculty.id, term.id, subject.slug);
  return (
    <>
      <Breadcrumb isHereInHeading>
        <Link to="/">{nouns.home}</Link>
        <Link to="/faculty/$facultyId" params={params}>
          {faculty.name}
        </Link>
        <Link to="/faculty/$facultyId/semester/$semesterId" params={params}>
          {term.name}
        </Link>
        {step && (
          <Link to={step.to} params={params}>
            {step.name}
          </Link>
        )}
        <span>{subject.name}</span>
      </Breadcrumb>
      <div className="mb-2 flex items-start justify-between gap-x-3 max-[22rem]:flex-wrap sm:mt-2 sm:mb-5 sm:flex-wrap sm:gap-x-6 sm:gap-y-3">
        <div className="min-w-0">
          <h1 lang={langOf(subject.name)} className="text-xl sm:text-3xl">
            {subject.name}
          </h1>
          <div className="flex flex-wrap gap-x-3 sm:mt-1">
            <p className="text-muted max-sm:hidden">{words.place(faculty.name, term.name)}</p>
            {progress}
          </div>
        </div>
        {/* Only icons on a phone. */}
        <div className="no-print flex gap-2 max-[22rem]:flex-wrap min-[22rem]:shrink-0 max-sm:[&>button]:min-w-11 max-sm:[&>button]:px-0 max-sm:[&>button>span]:hidden">
          {(!held || summariseCounts(held)) && (
            <SaveSubject place={{ facultyId: faculty.id, semesterId: term.id, subject: subject.name }} />
          )}
          <PinButton
            subject={{
              facultyId: faculty.id,
              semesterId: term.id,
              slug: subject.slug,
              name: subject.name,
              place: `${faculty.name}, ${term.name}`,
            }}
          />
          <ShareButton title={subject.name} path={router.buildLocation({ to: subjectRoutes[kind], params }).href} />
        </div>
      </div>
      <LinkTabs label={words.kinds}>
        {subjectKinds.map((tab) => (
          <Link
            key={tab}
            id={`tab-${tab}`}
            role="tab"
            aria-selected={tab === kind}
            aria-controls={tab === kind || kind === 'paper' ? `panel-${tab}` : undefined}
            to={subjectRoutes[tab]}
            params={params}
            className={`${tabStyle} max-lg:flex-auto max-lg:justify-center max-lg:px-1 max-lg:text-center max-sm:text-xs max-lg:leading-tight max-lg:whitespace-normal min-[24rem]:max-lg:text-sm`}
          >
            <KindIcon kind={tab} className="size-5 max-lg:hidden" />
            <span>
              {shelfNames[tab]} <TabCount kind={tab} count={held && (held[tab] ?? 0)} />
            </span>
          </Link>
        ))}
      </LinkTabs>
      <div role="tabpanel" id={`panel-${kind}`} aria-labelledby={`tab-${kind}`} className="pt-3 sm:pt-6">
        {children}
      </div>
      {kind === 'paper' &&
        subjectKinds
          .filter((other) => other !== kind)
          .map((other) => <OtherPanel key={other} kind={other} params={params} />)}
    </>
  );
}

/** Renders the number of materials in a tab. The width is the same before the number is known, so that no tab moves. */
function TabCount({ kind, count }: { kind: SubjectKind; count: number | undefined }) {
  return (
    <span
      className={classes(
        'no-print inline-block min-w-[3ch] rounded-full px-1.5 text-center text-xs font-normal',
        count === 0 ? 'text-muted' : 'bg-sunken text-ink',
      )}
    >
      {count === undefined ? '\u00a0' : number(count)}{' '}
      {count !== undefined && <span className="sr-only">{kindWords(kind, count)}</span>}
    </span>
  );
}

type OtherPanelProps = {
  kind: SubjectKind;
  params: { facultyId: string; semesterId: string; subject: string };
};

/**
 * Renders the panels of the other tabs on the papers page, which contain only a hint: choosing such a tab opens its own
 * page.
 */
function OtherPanel({ kind, params }: OtherPanelProps) {
  return (
    <div role="tabpanel" id={`panel-${kind}`} aria-labelledby={`tab-${kind}`} hidden>
      <p>
        {words.goTo(
          <Link key="page" to={subjectRoutes[kind]} params={params} className="text-accent underline">
            {words.pageOf(kind)}
          </Link>,
        )}
      </p>
    </div>
  );
}

/**
 * Loads the other tabs of a subject in advance when the browser is idle: a few kilobytes of code and their first lists,
 * so that they open at once, even offline.
 */
function useTabPrefetch(kind: SubjectKind, facultyId: string, semesterId: string, subject: string): void {
  const router = useRouter();
  useEffect(
    function fetchOtherTabs() {
      const params = { facultyId, semesterId, subject };
      return whenIdle(() => {
        for (const other of subjectKinds) {
          if (other !== kind) void router.preloadRoute({ to: subjectRoutes[other], params });
        }
      });
    },
    [router, kind, facultyId, semesterId, subject],
  );
}
