import { useQuery } from '@tanstack/react-query';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { countStaged } from './staging-calls.ts';

/** How many files are staged and not published, when the panel is opened; undefined while not known. */
export function useStagedCount(isWanted: boolean): number | undefined {
  const { client } = useAdminSession();
  const count = useQuery({
    queryKey: ['staged-count'],
    queryFn: () => countStaged(client),
    enabled: isWanted,
    retry: false,
    staleTime: Infinity,
  });
  return count.data;
}
