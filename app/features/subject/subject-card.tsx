import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { likelyNext } from '#app/features/layout/prefetch-in-sight.ts';
import { summariseCounts, type SubjectKind } from '#app/features/materials/kind-words.ts';
import { classes } from '#app/ui/classes.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import type { Subject } from '#domain/catalogue.ts';
import { named } from '#messages/format.ts';
import * as words from '#messages/subject/subjects.ts';
import { subjectRoutes } from './subject-routes.ts';
import type { KindCounts } from './shelf-summary.ts';
import { langOf } from '#app/ui/lang-of.ts';

/** The kinds of a card's links. */
const kindLinks: readonly { kind: SubjectKind; label: string }[] = [
  { kind: 'paper', label: words.paper },
  { kind: 'note', label: words.notes },
  { kind: 'revision', label: words.revision },
];

type SubjectParams = { facultyId: string; semesterId: string; subject: string };

type SubjectCardProps = {
  subject: Subject;
  /** True for a line of links to the materials of each kind. */
  hasKinds?: boolean;
  /** Number of materials of each kind; left out while not known. */
  counts?: KindCounts | undefined;
  link: { kind: SubjectKind; params: SubjectParams; label: string };
};

/**
 * Renders one subject in a grid, with less emphasis if the subject has no materials. The whole card is a link, except on
 * the links to its kinds. Five cards fit on the screen of a phone.
 */
export function SubjectCard({ subject, hasKinds = false, counts, link }: SubjectCardProps) {
  const isEmpty = counts !== undefined && Object.values(counts).every((count) => count === 0);
  const figures = counts && (summariseCounts(counts) || words.nothingYet);
  return (
    <li
      className={classes(
        'relative flex flex-col rounded-card border px-3 pt-2 hover:border-accent focus-within:border-accent sm:px-5 sm:pt-4',
        !hasKinds && 'pb-2 sm:pb-4',
        isEmpty ? 'border-dashed border-edge/60' : 'border-hairline bg-card',
      )}
    >
      <div className="flex flex-wrap items-start justify-end gap-x-3">
        <div className="min-w-0 flex-1 basis-48">
          <h2
            lang={langOf(subject.name)}
            className={classes('text-base leading-snug sm:text-lg', isEmpty && 'text-muted')}
          >
            {subject.name}
          </h2>
          <p className="mt-0.5 min-h-5 text-xs text-muted sm:text-sm">
            {[subject.code, figures].filter(Boolean).join(' · ')}
          </p>
        </div>
        <LinkButton
          {...likelyNext}
          to={subjectRoutes[link.kind]}
          params={link.params}
          variant="secondary"
          size="small"
          aria-label={named(link.label, subject.name)}
          className="static shrink-0 after:absolute after:inset-0 after:rounded-card"
        >
          {link.label}
        </LinkButton>
      </div>
      {hasKinds && <KindLinks subject={subject.name} params={link.params} counts={counts} />}
    </li>
  );
}

/** Renders a link to a subject's materials of each kind, with less emphasis for kinds without materials. */
function KindLinks({
  subject,
  params,
  counts,
}: {
  subject: string;
  params: SubjectParams;
  counts?: KindCounts | undefined;
}) {
  return (
    <p className="mt-auto text-sm text-muted sm:pb-2">
      {kindLinks.map(({ kind, label }, index) => (
        <Fragment key={kind}>
          {index > 0 && ' | '}
          <Link
            to={subjectRoutes[kind]}
            params={params}
            aria-label={named(label, subject)}
            className={classes(
              'relative z-1 inline-flex min-h-11 items-center underline decoration-edge underline-offset-3 hover:text-accent',
              !(counts && !counts[kind]) && 'text-ink',
            )}
          >
            {label}
          </Link>
        </Fragment>
      ))}
    </p>
  );
}
