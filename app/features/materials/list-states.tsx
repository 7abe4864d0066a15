import type { UseQueryResult } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsOffline } from '#app/features/layout/network-state.ts';
import { NoConnection } from '#app/features/layout/no-connection.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SkeletonRows } from '#app/ui/skeleton.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';
import type { MaterialList } from '#contract/shelf.ts';
import { lastPart } from './last-part.ts';

type ListStatesProps = {
  list: UseQueryResult<MaterialList>;
  /** Number of materials in one part of the list. */
  partSize: number;
  /** Text for an empty list. After a failure, *Try again* is shown with it. */
  empty: string;
  /** A link or button below an empty list. */
  emptyAction?: ReactNode;
  skeleton?: ReactNode;
  children: (list: MaterialList) => ReactNode;
};

/** Renders a list in any state: loading, waiting for a connection, failed, empty, or loaded. */
export function ListStates({ list, partSize, empty, emptyAction, skeleton, children }: ListStatesProps) {
  const isLineLost = useIsOffline();
  // While the next list is loading, the data is still the data of the previous one.
  if (isLineLost && (!list.data || list.isPlaceholderData))
    return list.isError ? <NoConnection onTry={list.refetch} /> : <NoConnection />;
  if (list.data && list.data.materials.length > 0) return children(list.data);
  // An error on the server is not sent along: the browser requests the list again and starts with the same skeleton.
  const isLoading = list.isPending || (import.meta.env.SSR && list.isError);
  const rows = skeleton ?? <SkeletonRows rowClassName="h-16" />;
  if (isLoading) return rows;
  if (list.data && list.data.total > 0) {
    // A part beyond the end: from an old address, or because the list became shorter while it was open.
    const last = lastPart(list.data.total, partSize);
    return (
      <>
        <Navigate
          to="."
          search={(search: Record<string, unknown>) => ({ ...search, part: last === 1 ? undefined : last })}
          replace
          resetScroll={false}
        />
        {rows}
      </>
    );
  }
  return (
    <EmptyState text={empty}>
      {list.isError ? <TryAgain busy={list.isFetching} onTry={list.refetch} /> : emptyAction}
    </EmptyState>
  );
}
