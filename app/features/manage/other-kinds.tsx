import { useQuery } from '@tanstack/react-query';
import type { FacultySummary } from '#domain/catalogue.ts';
import { materialKinds, type MaterialKind } from '#domain/material.ts';
import { countWords } from '#app/features/materials/kind-words.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { isWorthRetrying } from '#app/features/session/library-problem.ts';
import { Button } from '#app/ui/button.tsx';
import { createShelfRecords } from './shelf-records.ts';

type OtherKindsProps = {
  kind: MaterialKind;
  words: string;
  faculties: readonly FacultySummary[];
  onChoose: (kind: MaterialKind) => void;
};

/** Below the matches of one kind: how many there are of the other kinds, with buttons to show them. */
export function OtherKinds({ kind, words, faculties, onChoose }: OtherKindsProps) {
  const { site, client, callSignedIn } = useAdminSession();
  const counts = useQuery({
    queryKey: ['manage', 'matches', words],
    queryFn: () => callSignedIn(() => createShelfRecords({ client, site }, faculties).countMatches(words)),
    staleTime: 0,
    retry: isWorthRetrying,
  });
  const found = counts.data;
  const others = found ? materialKinds.filter((each) => each !== kind && found[each] > 0) : [];
  if (!found || others.length === 0) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <p className="mr-1 text-sm text-muted">Also found</p>
      {others.map((each) => (
        <Button key={each} variant="secondary" size="small" onClick={() => onChoose(each)}>
          {countWords(each, found[each])}
        </Button>
      ))}
    </div>
  );
}
