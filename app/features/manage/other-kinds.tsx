import { useQuery } from '@tanstack/react-query';
import type { InventoryFilter } from '#contract/inventory.ts';
import { materialKinds, type MaterialKind } from '#domain/material.ts';
import { countWords } from '#app/features/materials/kind-words.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { isWorthRetrying } from '#app/features/session/library-problem.ts';
import { Button } from '#app/ui/button.tsx';
import { createInventoryRecords } from './inventory-records.ts';

type OtherKindsProps = {
  kind: MaterialKind;
  filter: InventoryFilter;
  onChoose: (kind: MaterialKind) => void;
};

/** Shows below the matches of one kind how many there are of the other kinds, with buttons to show them. */
export function OtherKinds({ kind, filter, onChoose }: OtherKindsProps) {
  const { client, callSignedIn } = useAdminSession();
  const counts = useQuery({
    queryKey: ['manage', 'matches', JSON.stringify({ ...filter, kind: [] })],
    queryFn: () => callSignedIn(() => createInventoryRecords(client).countKinds(filter)),
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
