import { SubjectCounts } from '#app/features/materials/kind-counts.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { classes } from '#app/ui/classes.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import type { Subject } from '#domain/catalogue.ts';
import type { MaterialKind } from '#domain/material.ts';
import type { subjectRoutes } from './subject-routes.ts';

type SubjectCardProps = {
  subject: Subject;
  about?: string;
  /** What the shelf holds of it; left out while that is not known. */
  counts?: Partial<Record<MaterialKind, number>> | undefined;
  link: {
    to: (typeof subjectRoutes)[keyof typeof subjectRoutes];
    params: { facultyId: string; semesterId: string; subject: string };
    label: string;
  };
};

/** One subject in a grid of them; the whole card leads to it. */
export function SubjectCard({ subject, about, counts, link }: SubjectCardProps) {
  return (
    <li
      className={classes(cardStyle, 'relative flex flex-col gap-2 p-5 hover:border-accent focus-within:border-accent')}
    >
      <h2 className="text-lg">{subject.name}</h2>
      {subject.code && <p className="text-sm text-muted">{subject.code}</p>}
      {about && <p className="text-sm text-muted">{about}</p>}
      <div className="mt-auto flex min-h-11 flex-wrap items-center justify-between gap-3 pt-2">
        <div>{counts && <SubjectCounts counts={counts} />}</div>
        <LinkButton
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
