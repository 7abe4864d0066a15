import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { FacultySummary } from '#domain/catalogue.ts';
import { kindNames, type Material } from '#domain/material.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { explainProblem, isWorthRetrying } from '#app/features/session/library-problem.ts';
import { formatDay } from '#app/features/materials/figures.ts';
import { HiddenMark } from '#app/features/materials/hidden-mark.tsx';
import { KindTile } from '#app/features/materials/kind-icon.tsx';
import { Button } from '#app/ui/button.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { classes } from '#app/ui/classes.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SkeletonRows } from '#app/ui/skeleton.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { PageSteps } from './page-steps.tsx';
import { facultyName, termName } from './place-names.ts';
import type { ShelfActions } from './shelf-actions.ts';
import { createShelfRecords } from './shelf-records.ts';

/** Lists materials deleted in the last 30 days. Each entry can be restored, or deleted permanently. */
export function TrashList({ faculties, actions }: { faculties: readonly FacultySummary[]; actions: ShelfActions }) {
  const { site, client, callSignedIn } = useAdminSession();
  const [page, setPage] = useState(1);
  const [purging, setPurging] = useState<Material | null>(null);
  const list = useQuery({
    queryKey: ['manage', 'trash', page],
    queryFn: () => callSignedIn(() => createShelfRecords({ client, site }).listTrash(page)),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: isWorthRetrying,
  });

  if (list.isPending) return <SkeletonRows />;
  if (!list.data) {
    return (
      <EmptyState text={explainProblem(list.error)}>
        <TryAgain busy={list.isFetching} onTry={list.refetch} />
      </EmptyState>
    );
  }
  if (list.data.materials.length === 0 && page > 1) setPage(1);
  if (list.data.materials.length === 0) return <EmptyState text="The trash is empty." />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <ul aria-label="Trash" className="grid grid-cols-1 gap-3">
        {list.data.materials.map((material) => (
          <li key={material.id} className={classes(cardStyle, 'flex flex-wrap items-center gap-x-4 gap-y-2 p-4')}>
            <KindTile kind={material.kind} />
            <div className="min-w-0 flex-1 basis-52">
              <p className="font-medium">
                <bdi>{material.title}</bdi> <HiddenMark material={material} />
              </p>
              <p className="text-sm text-muted">
                {[
                  kindNames[material.kind],
                  facultyName(faculties, material.facultyId),
                  termName(faculties, material.facultyId, material.semesterId),
                  material.subject,
                ].join(' · ')}
              </p>
              {material.deletedAt && (
                <p className="text-sm text-muted">Deleted {formatDay(material.deletedAt, site.timeZone)}</p>
              )}
            </div>
            <div className="flex flex-wrap items-center gap-1 max-sm:w-full max-sm:justify-end">
              <Button
                variant="secondary"
                size="small"
                aria-label={`Restore ${material.title}`}
                disabled={actions.isBusy(material.id)}
                onClick={() => void actions.restore(material)}
              >
                <RotateCcw aria-hidden="true" className="size-4" />
                Restore
              </Button>
              <Button
                variant="ghost"
                size="small"
                aria-label={`Delete permanently: ${material.title}`}
                disabled={actions.isBusy(material.id)}
                className="text-danger!"
                onClick={() => setPurging(material)}
              >
                <Trash2 aria-hidden="true" className="size-4" />
                Delete permanently
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <PageSteps page={page} total={list.data.total} onChange={setPage} />
      {purging && (
        <ConfirmDialog
          title="Delete permanently?"
          text={`"${purging.title}" and its file will be deleted permanently. This can’t be undone.`}
          confirmLabel="Delete permanently"
          onConfirm={() => void actions.purge(purging)}
          onClose={() => setPurging(null)}
        />
      )}
    </div>
  );
}
