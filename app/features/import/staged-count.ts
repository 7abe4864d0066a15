import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { countStaged } from '#app/features/import/calls/staging-calls.ts';

const queryKey = ['staged-count'];

/**
 * Returns the number of unpublished staged files, undefined while not known, and the function that sets it while the import is
 * open. The number is read when the panel is opened, and again after each change of the library.
 */
export function useStagedCount(isWanted: boolean): [number | undefined, (count: number) => void] {
  const { client } = useAdminSession();
  const queryClient = useQueryClient();
  const count = useQuery({
    queryKey,
    queryFn: () => countStaged(client),
    enabled: isWanted,
    retry: false,
    staleTime: Infinity,
  });
  return [count.data, (known) => queryClient.setQueryData(queryKey, known)];
}
