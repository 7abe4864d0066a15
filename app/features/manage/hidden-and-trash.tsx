import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { RotateCcw, Trash2, Eye, Pencil } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '#app/features/materials/figures.ts';
import { HiddenMark } from '#app/features/materials/hidden-mark.tsx';
import { KindTile } from '#app/features/materials/kind-icon.tsx';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { isWorthRetrying } from '#app/features/session/library-problem.ts';
import { ProblemText } from '#app/features/session/problem-text.tsx';
import { Button } from '#app/ui/button.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { classes } from '#app/ui/classes.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SkeletonRows } from '#app/ui/skeleton.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';
import { api } from '#contract/addresses.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import type { Material } from '#domain/material.ts';
import * as actionWords from '#messages/actions.ts';
import * as words from '#messages/manage/hidden.ts';
import * as listWords from '#messages/manage/list.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { PageSteps } from './page-steps.tsx';
import { facultyName, termName } from './place-names.ts';
import type { ShelfActions } from './shelf-actions.ts';
import { createShelfRecords, createHidingRecords, type Hidings } from './shelf-records.ts';
import { yearWords } from '#messages/years.ts';
import { kindNames } from '#messages/kinds.ts';
import { langOf } from '#app/ui/lang-of.ts';

type HidingWordsProps = { hiding: NonNullable<ReturnType<Hidings['get']>>; timeZone: string; className?: string };

/** Shows since when a material is hidden, and why. */
export function HidingWords({ hiding: { since, reason }, timeZone, className }: HidingWordsProps) {
  const day = formatDay(since, timeZone);
  return (
    <span className={className}>
      {reason === null ? words.since(day) : words.sinceBecause(day, <bdi key="reason">{reason}</bdi>)}
    </span>
  );
}

type HiddenListProps = {
  faculties: readonly FacultySummary[];
  actions: ShelfActions;
  onEdit: (material: Material) => void;
  /** Opens the dialog that asks for another reason. */
  onHide: (material: Material, reason: string) => void;
};

/** Lists hidden materials of all kinds, last hidden first. */
export function HiddenList({ faculties, actions, onEdit, onHide }: HiddenListProps) {
  const { client, callSignedIn } = useAdminSession();
  const [page, setPage] = useState(1);
  const list = useQuery({
    queryKey: ['manage', 'hidden', page],
    queryFn: () => callSignedIn(() => createHidingRecords(client).listHidden(page)),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: isWorthRetrying,
  });

  if (list.isPending) return <SkeletonRows />;
  if (!list.data) {
    return (
      <EmptyState text={<ProblemText error={list.error} />}>
        <TryAgain busy={list.isFetching} onTry={list.refetch} />
      </EmptyState>
    );
  }
  const { materials, hidings, total } = list.data;
  if (materials.length === 0 && page > 1) setPage(1);
  if (materials.length === 0) return <EmptyState text={words.nothingHidden} />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <ul aria-label={words.hiddenList} className="grid grid-cols-1 gap-3">
        {materials.map((material) => (
          <HiddenCard key={material.id} {...{ material, faculties, actions, onEdit, onHide }} hidings={hidings} />
        ))}
      </ul>
      <PageSteps page={page} total={total} onChange={setPage} />
    </div>
  );
}

type HiddenCardProps = HiddenListProps & { material: Material; hidings: Hidings };

function HiddenCard({ material, hidings, faculties, actions, onEdit, onHide }: HiddenCardProps) {
  const { site } = useAdminSession();
  const hiding = hidings.get(material.id);
  const { id, title, kind, facultyId, semesterId, subject } = material;
  const years = yearWords(material, site.calendar);
  const place = [facultyName(faculties, facultyId), termName(faculties, facultyId, semesterId), subject, years];
  return (
    <li className={classes(cardStyle, 'flex flex-wrap items-center gap-x-4 gap-y-2 p-4')}>
      <KindTile kind={kind} />
      <div className="min-w-0 flex-1 basis-52">
        <p className="wrap-anywhere">
          <a
            href={api.filePreview(site.ids, material.fileId)}
            target="_blank"
            rel="noopener"
            className="font-medium text-accent underline-offset-4 hover:underline"
          >
            <bdi lang={langOf(title)}>{title}</bdi>
          </a>
        </p>
        <p className="text-sm text-muted">{[kindNames[kind], ...place].filter(Boolean).join(' · ')}</p>
        {hiding && (
          <p className="text-sm wrap-anywhere">
            <HidingWords hiding={hiding} timeZone={site.timeZone} />{' '}
            <button
              type="button"
              aria-label={words.changeReasonOf(title)}
              className="relative text-accent underline underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-3"
              onClick={() => onHide(material, hiding.reason ?? '')}
            >
              {words.changeReason}
            </button>
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-1 max-sm:w-full max-sm:justify-end">
        <Button
          variant="secondary"
          size="small"
          aria-label={listWords.showAgainTitle(title)}
          disabled={actions.isBusy(id)}
          onClick={() => void actions.show(material)}
        >
          <Eye aria-hidden="true" className="size-4" />
          {listWords.showAgain}
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={listWords.edit(title)}
          data-tooltip={actionWords.edit}
          onClick={() => onEdit(material)}
        >
          <Pencil aria-hidden="true" className="size-[1.15rem]" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={listWords.deleteTitle(title)}
          data-tooltip={actionWords.deleteIt}
          disabled={actions.isBusy(id)}
          className="text-danger!"
          onClick={() => void actions.withdraw(material)}
        >
          <Trash2 aria-hidden="true" className="size-[1.15rem]" />
        </Button>
      </div>
    </li>
  );
}

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
      <EmptyState text={<ProblemText error={list.error} />}>
        <TryAgain busy={list.isFetching} onTry={list.refetch} />
      </EmptyState>
    );
  }
  if (list.data.materials.length === 0 && page > 1) setPage(1);
  if (list.data.materials.length === 0) return <EmptyState text={words.trashEmpty} />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <ul aria-label={words.trashList} className="grid grid-cols-1 gap-3">
        {list.data.materials.map((material) => (
          <li key={material.id} className={classes(cardStyle, 'flex flex-wrap items-center gap-x-4 gap-y-2 p-4')}>
            <KindTile kind={material.kind} />
            <div className="min-w-0 flex-1 basis-52">
              <p className="font-medium">
                <bdi lang={langOf(material.title)}>{material.title}</bdi> <HiddenMark material={material} />
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
                <p className="text-sm text-muted">{words.deletedOn(formatDay(material.deletedAt, site.timeZone))}</p>
              )}
            </div>
            <div className="flex flex-wrap items-center gap-1 max-sm:w-full max-sm:justify-end">
              <Button
                variant="secondary"
                size="small"
                aria-label={words.restore(material.title)}
                disabled={actions.isBusy(material.id)}
                onClick={() => void actions.restore(material)}
              >
                <RotateCcw aria-hidden="true" className="size-4" />
                {actionWords.restore}
              </Button>
              <Button
                variant="ghost"
                size="small"
                aria-label={words.purgeTitle(material.title)}
                disabled={actions.isBusy(material.id)}
                className="text-danger!"
                onClick={() => setPurging(material)}
              >
                <Trash2 aria-hidden="true" className="size-4" />
                {words.purge}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <PageSteps page={page} total={list.data.total} onChange={setPage} />
      {purging && (
        <ConfirmDialog
          title={words.purgeQuestion}
          text={words.purgeExplanation(purging.title)}
          confirmLabel={words.purge}
          onConfirm={() => void actions.purge(purging)}
          onClose={() => setPurging(null)}
        />
      )}
    </div>
  );
}
