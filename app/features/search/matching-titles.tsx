import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { yearWords } from '#domain/calendar.ts';
import { kindNames } from '#domain/material.ts';
import { useCalendar } from '#app/features/layout/use-calendar.ts';
import { offersQuery } from './search-queries.ts';

export const offerStyle = '-mx-2 block rounded-card px-2 py-2 hover:bg-sunken hover:text-accent';

/** Lists materials whose title contains the typed text, even within a word. `total` is the number of results. */
export function MatchingTitles({ q, total }: { q: string; total: number }) {
  const { shelf } = useRouter().options.context;
  const calendar = useCalendar();
  const { data } = useQuery(offersQuery(shelf, q, { total }));
  if (!data?.materials.length) return null;
  return (
    <OfferList title={`Titles that contain “${q}”`}>
      {data.materials.map(({ id, kind, title, subject, ...years }) => (
        <li key={id}>
          <Link to="/material/$id" params={{ id }} preload={false} className={offerStyle}>
            <OfferLines title={title} about={[kindNames[kind], subject, yearWords(years, calendar)]} />
          </Link>
        </li>
      ))}
    </OfferList>
  );
}

/** Renders links below a heading. */
export function OfferList({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl wrap-anywhere">
        {title}
      </h2>
      <ul className="mt-2">{children}</ul>
    </section>
  );
}

export function OfferLines({ title, about }: { title: string; about: (string | number | null)[] }) {
  return (
    <>
      <bdi className="font-medium">{title}</bdi>{' '}
      <span className="block text-sm text-muted">{about.filter(Boolean).join(' · ')}</span>
    </>
  );
}
