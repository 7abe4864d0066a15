import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SkeletonRows } from '#app/ui/skeleton.tsx';
import type { MaterialList } from '#contract/shelf.ts';

type ListStatesProps = {
  list: UseQueryResult<MaterialList>;
  /** The specification's words for nothing to show; they stand after a failure too (design decision 17). */
  empty: string;
  /** A way on from an empty list. */
  wayOn?: ReactNode;
  skeleton?: ReactNode;
  children: (list: MaterialList) => ReactNode;
};

/** A list in whichever state it is: on its way, failed, empty, or there. */
export function ListStates({ list, empty, wayOn, skeleton, children }: ListStatesProps) {
  if (list.data && list.data.materials.length > 0) return children(list.data);
  // A failure on the server is not handed over: the browser asks again by itself and begins with the same skeleton.
  const isUnderWay = list.isPending || (import.meta.env.SSR && list.isError);
  if (isUnderWay) return skeleton ?? <SkeletonRows rowClassName="h-16" />;
  return (
    <EmptyState text={empty}>
      {list.isError ? (
        <Button variant="secondary" busy={list.isFetching} onClick={() => void list.refetch()}>
          Try again
        </Button>
      ) : (
        wayOn
      )}
    </EmptyState>
  );
}
