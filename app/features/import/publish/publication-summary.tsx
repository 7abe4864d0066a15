import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PublicationSummary } from '#contract/publication.ts';
import { summariseCounts } from '#app/features/materials/kind-words.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { sourceWords } from '#app/features/undo/undo-words.ts';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { number } from '#messages/format.ts';
import * as words from '#messages/import/publish.ts';
import { subjects } from '#messages/nouns.ts';
import { countYears, groupByTerm, type TermPlaces } from './publish-words.ts';
import { countWords } from '#messages/kinds.ts';

/** Maximum number of terms that are expanded initially; if there are more, the user expands each. */
const openTerms = 2;

/** Lists the materials that will be published by kind, subject and year, with the number that nobody has checked. */
export function PublishSummary({ summary }: { summary: PublicationSummary }) {
  const { site } = useAdminSession();
  const { included, unseen, kinds, places, years, sources } = summary;
  if (included === 0) return <p>{words.nonePublishable}</p>;
  const terms = groupByTerm(places);
  return (
    <>
      {unseen > 0 && (
        <p className="flex items-start gap-3">
          <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-muted" />
          <span>
            {words.unchecked(
              (text) => (
                <strong key="unchecked" className="font-medium">
                  {text}
                </strong>
              ),
              unseen,
              unseen === included,
            )}
          </span>
        </p>
      )}
      <Section title={words.kinds}>
        <p>{words.countsOfKinds(kinds.map(({ kind, count }) => countWords(kind, count)))}</p>
        <p className="text-muted wrap-anywhere">{words.fromImport(sourceWords(sources))}</p>
      </Section>
      <Section title={subjects}>
        <div className="grid gap-1 divide-y divide-hairline">
          {terms.map((term) => (
            <Term key={term.key} term={term} isOpen={terms.length <= openTerms} />
          ))}
        </div>
      </Section>
      <Section title={words.years}>
        <ul className="flex flex-wrap gap-x-5 gap-y-1 tabular-nums">
          {countYears(years, site.calendar).map(({ year, count }) => (
            <li key={year}>
              <span className="text-muted">{year}</span> {number(count)}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1">
      <h3 className="text-base">{title}</h3>
      {children}
    </section>
  );
}

function Term({ term: { name, count, places }, isOpen }: { term: TermPlaces; isOpen: boolean }) {
  return (
    <div className="py-2">
      <Disclosure summary={words.termFiles(name, count)} isOpenAtFirst={isOpen}>
        <ul className="mt-2 grid gap-1">
          {places.map(({ subject, kinds }) => (
            <li key={subject} className="flex flex-wrap justify-between gap-x-4">
              <span className="wrap-anywhere">{subject}</span>
              <span className="text-muted">
                {summariseCounts(Object.fromEntries(kinds.map((each) => [each.kind, each.count])))}
              </span>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}
