import type { UseQueryResult } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsLineLost } from '#app/features/layout/line.ts';
import { NoConnection } from '#app/features/layout/no-connection.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SkeletonRows } from '#app/ui/skeleton.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';
import type { MaterialList } from '#contract/shelf.ts';
import { lastPart } from './last-part.ts';

type ListStatesProps = {
  list: UseQueryResult<MaterialList>;
  /** How many materials one part of the list shows. */
  partSize: number;
  /** Shown when the list is empty, and after a failure too, then with *Try again* beside it. */
  empty: string;
  /** A way on from an empty list. */
  wayOn?: ReactNode;
  skeleton?: ReactNode;
  children: (list: MaterialList) => ReactNode;
};

/** A list in whichever state it is: loading, waiting for a connection, failed, empty, or there. */
export function ListStates({ list, partSize, empty, wayOn, skeleton, children }: ListStatesProps) {
  const isLineLost = useIsLineLost();
  // What is shown while the next list comes belongs to what was asked for before.
  if (isLineLost && (!list.data || list.isPlaceholderData))
    return list.isError ? <NoConnection onTry={list.refetch} /> : <NoConnection />;
  if (list.data && list.data.materials.length > 0) return children(list.data);
  // A failure on the server is not handed over: the browser asks again by itself and begins with the same skeleton.
  const isUnderWay = list.isPending || (import.meta.env.SSR && list.isError);
  const rows = skeleton ?? <SkeletonRows rowClassName="h-16" />;
  if (isUnderWay) return rows;
  if (list.data && list.data.total > 0) {
    // A part beyond the end: of an old address, or of a list that has become shorter while it was looked at.
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
      {list.isError ? <TryAgain busy={list.isFetching} onTry={list.refetch} /> : wayOn}
    </EmptyState>
  );
}
