import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { api } from '#contract/addresses.ts';
import type { FileAnswer } from '#contract/schemas/document.ts';
import type { MaterialList } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import type { Material } from '#domain/material.ts';
import { HiddenMark } from '#app/features/materials/hidden-mark.tsx';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { isWorthRetrying } from '#app/features/session/library-problem.ts';
import { formatDay, formatSize } from '#app/features/materials/figures.ts';
import { Button } from '#app/ui/button.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';
import * as actionWords from '#messages/actions.ts';
import * as words from '#messages/manage/attention.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FocusFallback } from './focus-fallback.tsx';
import { facultyName } from './place-names.ts';
import type { ShelfActions } from './shelf-actions.ts';
import { SimilarNotice } from './similar-notice.tsx';
import { createShelfRecords } from './shelf-records.ts';
import { kindNames } from '#messages/kinds.ts';
import { langOf } from '#app/ui/lang-of.ts';

type ShelfNoticesProps = {
  faculties: readonly FacultySummary[];
  actions: ShelfActions;
  onEdit: (material: Material) => void;
};

/** Lists problems that need attention: misplaced materials, files without a record, samples still in the library. */
export function ShelfNotices({ faculties, actions, onEdit }: ShelfNoticesProps) {
  const { site, client, callSignedIn } = useAdminSession();
  const records = createShelfRecords({ client, site });
  const shared = { staleTime: 0, retry: isWorthRetrying };
  const misplaced = useQuery({
    queryKey: ['manage', 'misplaced'],
    queryFn: () => callSignedIn(records.listMisplaced),
    ...shared,
  });
  const unused = useQuery({
    queryKey: ['manage', 'unused-files'],
    queryFn: () => callSignedIn(records.listUnusedFiles),
    ...shared,
  });
  const samples = useQuery({
    queryKey: ['manage', 'samples'],
    queryFn: () => callSignedIn(records.countSamples),
    ...shared,
  });
  const similar = useQuery({
    queryKey: ['manage', 'similar'],
    queryFn: () => callSignedIn(records.listSimilar),
    ...shared,
  });
  const [removing, setRemoving] = useState<FileAnswer | 'samples' | null>(null);
  const hasFailed = [misplaced, unused, samples, similar].some((query) => query.isError);

  return (
    // The gap above the following content exists only with a notice.
    <FocusFallback label={words.needsAttention} className="grid grid-cols-1 gap-4 empty:-mb-4">
      {hasFailed && (
        <Notice
          action={
            <TryAgain
              size="small"
              onTry={() => Promise.all([misplaced, unused, samples, similar].map((query) => query.refetch()))}
            />
          }
        >
          {words.notChecked}
        </Notice>
      )}
      {misplaced.data && misplaced.data.total > 0 && (
        <MisplacedNotice list={misplaced.data} faculties={faculties} onEdit={onEdit} />
      )}
      {similar.data && similar.data.length > 0 && (
        <SimilarNotice pairs={similar.data} faculties={faculties} actions={actions} />
      )}
      {unused.data && unused.data.total > 0 && (
        <UnusedFilesNotice list={unused.data} isBusy={actions.isBusy} onRemove={setRemoving} />
      )}
      {samples.data !== undefined && samples.data > 0 && (
        <SamplesNotice
          count={samples.data}
          isBusy={actions.isBusy('samples')}
          onRemove={() => setRemoving('samples')}
        />
      )}
      {removing === 'samples' && (
        <ConfirmDialog
          title={words.removeSamplesQuestion}
          text={words.removeSamplesExplanation}
          confirmLabel={words.confirmRemoveSamples}
          onConfirm={() => void actions.removeSamples()}
          onClose={() => setRemoving(null)}
        />
      )}
      {removing && removing !== 'samples' && (
        <ConfirmDialog
          title={words.deleteFileQuestion}
          text={words.deleteFileExplanation(removing.name)}
          confirmLabel={words.confirmDeleteFile}
          onConfirm={() => void actions.removeFile(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </FocusFallback>
  );
}

type MisplacedNoticeProps = {
  list: MaterialList;
  faculties: readonly FacultySummary[];
  onEdit: (material: Material) => void;
};

function MisplacedNotice({ list, faculties, onEdit }: MisplacedNoticeProps) {
  return (
    <Notice tone="warning">
      <ListDisclosure summary={words.misplaced(list.total)} hint={words.misplacedHint}>
        {list.materials.map((material) => (
          <li key={material.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1">
            <span className="min-w-0">
              <bdi className="font-medium" lang={langOf(material.title)}>
                {material.title}
              </bdi>{' '}
              <HiddenMark material={material} />
              <span className="block text-muted">
                {kindNames[material.kind]} · {facultyName(faculties, material.facultyId)} · {material.semesterId} ·{' '}
                {material.subject}
              </span>
            </span>
            <Button
              variant="secondary"
              size="small"
              aria-label={words.edit(material.title)}
              onClick={() => onEdit(material)}
            >
              {actionWords.edit}
            </Button>
          </li>
        ))}
      </ListDisclosure>
    </Notice>
  );
}

type UnusedFilesNoticeProps = {
  list: { total: number; files: readonly FileAnswer[] };
  isBusy: (id: string) => boolean;
  onRemove: (file: FileAnswer) => void;
};

function UnusedFilesNotice({ list, isBusy, onRemove }: UnusedFilesNoticeProps) {
  const { site } = useAdminSession();
  return (
    <Notice>
      <ListDisclosure summary={words.unused(list.total)} hint={words.unusedHint}>
        {list.files.map((file) => (
          <li key={file.$id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1">
            <span className="min-w-0">
              <a
                href={api.filePreview(site.ids, file.$id)}
                target="_blank"
                rel="noopener"
                className="font-medium wrap-anywhere text-accent underline-offset-4 hover:underline"
              >
                {file.name}
              </a>
              <span className="block text-muted">
                {formatSize(file.sizeOriginal)} · {formatDay(file.$createdAt, site.timeZone)}
              </span>
            </span>
            <Button
              variant="ghost"
              size="icon"
              aria-label={words.deleteFile(file.name)}
              data-tooltip={actionWords.deleteIt}
              disabled={isBusy(file.$id)}
              className="text-danger!"
              onClick={() => onRemove(file)}
            >
              <Trash2 aria-hidden="true" className="size-[1.15rem]" />
            </Button>
          </li>
        ))}
      </ListDisclosure>
    </Notice>
  );
}

type SamplesNoticeProps = { count: number; isBusy: boolean; onRemove: () => void };

function SamplesNotice({ count, isBusy, onRemove }: SamplesNoticeProps) {
  return (
    <Notice
      action={
        <Button variant="secondary" size="small" busy={isBusy} onClick={onRemove}>
          <span>
            {words.removeSamples(
              <span key="rest" className="max-sm:sr-only">
                {words.removeSamplesRest}
              </span>,
            )}
          </span>
        </Button>
      }
    >
      {words.samples(count)}
    </Notice>
  );
}

type ListDisclosureProps = { summary: string; hint: string; children: ReactNode };

function ListDisclosure({ summary, hint, children }: ListDisclosureProps) {
  return (
    <Disclosure summary={summary}>
      <p className="mt-1 mb-2 text-muted">{hint}</p>
      <ul className="divide-y divide-hairline">{children}</ul>
    </Disclosure>
  );
}
