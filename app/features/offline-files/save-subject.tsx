import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { CloudCheck, CloudDownload } from 'lucide-react';
import { useState } from 'react';
import type { MaterialList } from '#contract/shelf.ts';
import { fetchCode } from '#app/features/layout/fetch-code.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { formatSize } from '#app/features/materials/figures.ts';
import { subjectKinds, type SubjectKind } from '#app/features/materials/kind-words.ts';
import { subjectListQuery, type SubjectPlace } from '#app/features/materials/material-queries.ts';
import { useEntries } from '#app/features/my-reading/stored-entries.ts';
import { Button } from '#app/ui/button.tsx';
import { named } from '#messages/format.ts';
import * as words from '#messages/offline-files/buttons.ts';
import { savedIndex } from './saved-index.ts';

/**
 * Renders the button that saves a subject offline, only an icon on a phone: it opens a dialog with the kinds to choose. Names the
 * size of each kind as soon as the page has the lists; requests nothing. Not rendered without scripts.
 */
export function SaveSubject({ place }: { place: SubjectPlace }) {
  const [isOpen, setIsOpen] = useState(false);
  const lists = {
    paper: useLoadedList('paper', place),
    note: useLoadedList('note', place),
    revision: useLoadedList('revision', place),
  };
  const saved = useEntries(savedIndex);
  const isSaved =
    subjectKinds.some((kind) => lists[kind]?.total) &&
    subjectKinds.every(
      (kind) =>
        lists[kind] && isComplete(lists[kind]) && lists[kind].materials.every(({ id }) => saved.get(id)?.isWhole),
    );
  const sizes = subjectKinds.flatMap((kind) => (lists[kind]?.total ? [writeSize(kind, lists[kind])] : [])).join(', ');
  const label = isSaved ? words.subjectSaved : words.saveSubject;
  const Icon = isSaved ? CloudCheck : CloudDownload;
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        className="hidden-without-scripts invisible in-data-hydrated:visible w-11 min-w-0! max-sm:px-0 sm:w-88 sm:justify-start sm:px-3"
        aria-label={sizes ? named(label, sizes) : label}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        <span className="min-w-0 text-start leading-tight max-sm:hidden">
          {label}{' '}
          <span className="block min-h-[1lh] truncate text-xs text-muted" data-tooltip-if-cut="">
            {sizes}
          </span>
        </span>
      </Button>
      {isOpen && <LoadedDialog place={place} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Returns the first part of a list if it is already loaded. */
function useLoadedList(kind: SubjectKind, place: SubjectPlace): MaterialList | undefined {
  const { shelf } = useRouter().options.context;
  const { data: site } = useSuspenseQuery(siteQuery(shelf));
  return useQuery({ ...subjectListQuery(shelf, { kind, place, calendar: site.calendar }), enabled: false }).data;
}

const isComplete = ({ materials, total }: MaterialList) => materials.length >= total;

/** Writes the size of a kind; of a list with several parts, whose size is not known, the number of materials. */
function writeSize(kind: SubjectKind, list: MaterialList): string {
  if (!isComplete(list)) return words.countOfKind(kind, list.total);
  const bytes = list.materials.reduce((sum, { fileSize }) => sum + fileSize, 0);
  return words.sizeOfKind(kind, formatSize(bytes));
}

/** Renders the dialog as soon as its code is loaded; without a connection it waits for one. */
function LoadedDialog(props: { place: SubjectPlace; onClose: () => void }) {
  const { data: code } = useQuery({
    queryKey: ['dialog-code', 'save-subject'],
    queryFn: () => fetchCode(() => import('./save-subject-dialog.tsx')),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    networkMode: 'always',
  });
  return code ? <code.SaveSubjectDialog {...props} /> : null;
}
