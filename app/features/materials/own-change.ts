import type { QueryClient } from '@tanstack/react-query';

/** Changes made by the person at this page: lists may then move, since a row disappears where it was clicked. */
const ownChange = ['own change'];

/** Runs a change made by the person at this page, including the refresh of the lists. Throws what `work` throws. */
export function asOwnChange<Result>(queryClient: QueryClient, work: () => Promise<Result>): Promise<Result> {
  return queryClient
    .getMutationCache()
    .build(queryClient, { mutationKey: ownChange, mutationFn: work, networkMode: 'always', gcTime: 0 })
    .execute(undefined);
}

/** True while such a change is running. */
export function isOwnChangeRunning(queryClient: QueryClient): boolean {
  return queryClient.isMutating({ mutationKey: ownChange }) > 0;
}
