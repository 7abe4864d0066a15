import type { QueryClient } from '@tanstack/react-query';

/** Changes by the person on this page: lists may then move, because a row disappears where it was clicked. */
const ownChange = ['own change'];

/** Runs a change by the person on this page, including the refresh of the lists. Throws what `work` throws. */
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
