import { likelyNext } from '#app/features/layout/prefetch-in-sight.ts';
import { summariseCounts } from '#app/features/materials/kind-words.ts';
import { classes } from '#app/ui/classes.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import type { Subject } from '#domain/catalogue.ts';
import type { MaterialKind } from '#domain/material.ts';
import type { subjectRoutes } from './subject-routes.ts';

/** Shows how many materials of each kind a subject has, in words; also if there are none. */
function SubjectCounts({ counts }: { counts: Partial<Record<MaterialKind, number>> }) {
  return <p className="text-sm text-muted">{summariseCounts(counts) || 'Nothing here yet'}</p>;
}

type SubjectCardProps = {
  subject: Subject;
  about?: string;
  /** Its numbers of materials; left out while not known. */
  counts?: Partial<Record<MaterialKind, number>> | undefined;
  link: {
    to: (typeof subjectRoutes)[keyof typeof subjectRoutes];
    params: { facultyId: string; semesterId: string; subject: string };
    label: string;
  };
};

/** Renders one subject in a grid; the whole card is a link, with less emphasis if the subject has no materials. */
export function SubjectCard({ subject, about, counts, link }: SubjectCardProps) {
  const isEmpty = counts !== undefined && Object.values(counts).every((count) => count === 0);
  return (
    <li
      className={classes(
        'relative flex flex-col gap-1 rounded-card border p-4 hover:border-accent focus-within:border-accent sm:p-5',
        isEmpty ? 'border-dashed border-edge/60' : 'border-hairline bg-card',
      )}
    >
      <h2 className={classes('text-lg', isEmpty && 'text-muted')}>{subject.name}</h2>
      {subject.code && <p className="text-sm text-muted">{subject.code}</p>}
      {about && <p className="text-sm text-muted">{about}</p>}
      <div className="mt-auto flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 pt-2">
        <div className="min-w-0 flex-1 basis-32">{counts && <SubjectCounts counts={counts} />}</div>
        <LinkButton
          {...likelyNext}
          to={link.to}
          params={link.params}
          variant="secondary"
          size="small"
          aria-label={`${link.label}: ${subject.name}`}
          className="static after:absolute after:inset-0 after:rounded-card"
        >
          {link.label}
        </LinkButton>
      </div>
    </li>
  );
}
