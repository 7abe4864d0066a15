import { useQuery } from '@tanstack/react-query';
import { formatDay, formatTime } from '#app/features/materials/figures.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { isWorthRetrying } from '#app/features/session/library-problem.ts';
import { createUndoRecords, type ListedPublication } from './undo-records.ts';
import { sourceWords } from './undo-words.ts';

/** A publication, named by the import it came from: `CSIT drive, July 21, 2026`. */
export type NamedPublication = ListedPublication & { name: string };

/** Returns the newest publications that have materials; undefined until they are loaded. */
export function usePublications(): readonly NamedPublication[] | undefined {
  const { client, callSignedIn, site } = useAdminSession();
  const list = useQuery({
    queryKey: ['manage', 'publications'],
    queryFn: () => callSignedIn(() => createUndoRecords(client).listPublications()),
    staleTime: 0,
    retry: isWorthRetrying,
  });
  return list.data && namePublications(list.data, site.timeZone);
}

/** Names publications by folder and day; publications with the same folder and day also by time. */
export function namePublications(list: readonly ListedPublication[], timeZone: string): NamedPublication[] {
  const dayOf = ({ sources, begunAt }: ListedPublication) => `${sourceWords(sources)}, ${formatDay(begunAt, timeZone)}`;
  const alike = Map.groupBy(list, dayOf);
  return list.map((publication) => {
    const { sources, begunAt } = publication;
    const isAlone = alike.get(dayOf(publication))?.length === 1;
    return {
      ...publication,
      name: isAlone ? dayOf(publication) : `${sourceWords(sources)}, ${formatTime(begunAt, timeZone)}`,
    };
  });
}
