import { Link } from '@tanstack/react-router';
import { pages } from '#contract/addresses.ts';
import { materialKinds, type MaterialKind } from '#domain/material.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { KindTile } from '#app/features/materials/kind-icon.tsx';
import { countWords, shelfNames } from '#app/features/materials/kind-words.ts';

const about: Record<MaterialKind, string> = {
  paper: 'Papers from the last 10 years, sorted by year.',
  note: 'Chapter-by-chapter explanations to read or print.',
  revision: 'A whole subject on a few pages, for the night before.',
  book: 'Textbooks and handbooks to read online.',
};

/** What the shelf holds, in true numbers; null while they are not known. */
export function ResourcesOverview({ totals }: { totals: Record<MaterialKind, number> | null }) {
  return (
    <>
      <ul className="grid grid-cols-1 gap-3 min-[18rem]:grid-cols-2 sm:gap-4 lg:grid-cols-4">
        {materialKinds.map((kind) => (
          <li key={kind} className={`${cardStyle} p-4 sm:p-5`}>
            <KindTile kind={kind} />
            <h3 className="mt-3 text-base leading-tight sm:text-lg">
              {kind === 'book' ? (
                <Link to={pages.books()} className="underline-offset-4 hover:text-accent hover:underline">
                  {shelfNames[kind]}
                </Link>
              ) : (
                shelfNames[kind]
              )}
            </h3>
            <p className="mt-1 text-sm text-muted max-sm:hidden">{about[kind]}</p>
            {totals ? (
              <p className="mt-3 text-sm font-medium">{countWords(kind, totals[kind])}</p>
            ) : (
              <Skeleton className="mt-4 h-4 w-24" />
            )}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">
        A discussion forum is coming.{' '}
        <Link to={pages.discussions()} className="inline-block py-2 text-accent underline underline-offset-4">
          See a preview
        </Link>
        .
      </p>
    </>
  );
}
