import { Link } from '@tanstack/react-router';
import { ChevronRight, GraduationCap } from 'lucide-react';
import type { ReactNode } from 'react';
import { summariseCounts } from '#app/features/materials/kind-words.ts';
import type { SearchFindings, UnderstoodSearch } from '#contract/search.ts';
import * as words from '#messages/search/page.ts';
import { langOf } from '#app/ui/lang-of.ts';

type NamedSubject = UnderstoodSearch['subjects'][number];

const rowStyle =
  'group flex min-h-11 items-center gap-3 rounded-card px-4 py-2 hover:bg-sunken hover:text-accent focus-visible:bg-sunken';

/** Shows the subjects, programmes and terms that the search names, above the results; nothing if it names none. */
export function Named({ findings: { understood } }: { findings: SearchFindings }) {
  if (!understood || understood.subjects.length + understood.terms.length === 0) return null;
  return (
    <section aria-label={words.named} className="mb-4 grid max-w-3xl gap-3">
      {groupByName(understood.subjects).map(([subject, places]) => (
        <Card key={subject} title={subject}>
          {places.map(({ facultyId, facultyName, semesterId, termName, slug, code, totals }) => (
            <li key={`${facultyId} ${semesterId}`}>
              <Link
                to="/faculty/$facultyId/semester/$semesterId/subject/$subject"
                params={{ facultyId, semesterId, subject: slug }}
                className={rowStyle}
              >
                <Row
                  place={`${facultyName}, ${termName}`}
                  about={[code, summariseCounts(totals) || words.nothingHere]}
                />
              </Link>
            </li>
          ))}
        </Card>
      ))}
      {understood.terms.length > 0 && (
        <Card title={understood.terms.length > 1 ? words.programmes : words.programme}>
          {understood.terms.map(({ facultyId, facultyName, semesterId, termName }) => (
            <li key={`${facultyId} ${semesterId}`}>
              {semesterId === null ? (
                <Link to="/faculty/$facultyId" params={{ facultyId }} className={rowStyle}>
                  <Row place={facultyName} about={[]} />
                </Link>
              ) : (
                <Link
                  to="/faculty/$facultyId/semester/$semesterId"
                  params={{ facultyId, semesterId }}
                  className={rowStyle}
                >
                  <Row place={`${facultyName}, ${termName ?? semesterId}`} about={[]} />
                </Link>
              )}
            </li>
          ))}
        </Card>
      )}
    </section>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="overflow-hidden rounded-card border border-hairline bg-card py-2">
      <h2 className="flex items-start gap-3 px-4 py-1 text-lg leading-snug">
        <GraduationCap aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
        <bdi lang={langOf(title)}>{title}</bdi>
      </h2>
      <ul>{children}</ul>
    </div>
  );
}

function Row({ place, about }: { place: string; about: readonly (string | null)[] }) {
  return (
    <>
      <span className="min-w-0 flex-1 ps-8">
        <span className="font-medium text-accent underline underline-offset-4">{place}</span>{' '}
        <span className="block text-sm text-muted">{about.filter(Boolean).join(' · ')}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted rtl:rotate-180" />
    </>
  );
}

/** Returns the subjects by name, in the order of the first of each name. */
function groupByName(subjects: readonly NamedSubject[]): [string, NamedSubject[]][] {
  return [...Map.groupBy(subjects, ({ subject }) => subject)];
}
