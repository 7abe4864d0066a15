import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import type { EditedValue, StagedRow, ManualValues, ManualField } from '#app/features/import/calls/staging-calls.ts';
import { usePicture } from '#app/features/materials/use-picture.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { pages, api, type ContractIds } from '#contract/addresses.ts';
import type { StagedDuplicateAnswer } from '#contract/schemas/answer-types.ts';
import type { Shelf } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import * as words from '#messages/import/rows.ts';
import { ValueMark } from './row-marks.tsx';
import { certaintyOf, reasonWords, splitPath, valueWords, placeWords, returnOf } from './row-words.ts';
import { localAddress } from '#app/features/layout/local-address.ts';

type RowPictureProps = { ids: ContractIds; fileId: string | null; alt: string; missing: string; isLarge?: boolean };

/** The first page of a stored file, or a sentence if there is no picture (`fileId` null). */
export function RowPicture({ ids, fileId, alt, missing, isLarge = false }: RowPictureProps) {
  if (fileId === null) return <NoPicture text={missing} />;
  return <Picture key={fileId} {...{ ids, fileId, alt, isLarge }} />;
}

const shape = 'aspect-[1/1.3] w-full rounded-card border border-hairline bg-card';

function Picture({ ids, fileId, alt, isLarge }: { ids: ContractIds; fileId: string; alt: string; isLarge: boolean }) {
  const picture = (width: number) => api.filePicture(ids, fileId, width);
  const { isFailed, attributes } = usePicture({
    src: picture(640),
    srcSet: isLarge ? `${picture(640)} 640w, ${picture(1280)} 1280w` : `${picture(320)} 320w, ${picture(640)} 640w`,
    sizes: isLarge ? '(max-width: 640px) 92vw, 960px' : '320px',
  });
  if (isFailed) return <NoPicture text={words.noFirstPageYet} />;
  return (
    <img
      {...attributes}
      width={640}
      height={832}
      alt={alt}
      className={classes(
        'rounded-card border border-hairline bg-card dark:brightness-90',
        isLarge ? 'h-auto w-full' : 'aspect-[1/1.3] w-full object-contain',
      )}
    />
  );
}

function NoPicture({ text }: { text: string }) {
  return (
    <div className={classes(shape, 'grid place-items-center p-6 text-center text-sm text-muted')}>
      <div className="grid justify-items-center gap-3">
        <FileText aria-hidden="true" className="size-8" />
        <p>{text}</p>
      </div>
    </div>
  );
}

const factFields: readonly ManualField[] = ['kind', 'facultyId', 'semesterId', 'subject', 'year'];

/** The values of a row, and the grounds of their guesses. */
export function RowReasons({ row, faculties }: { row: StagedRow; faculties: readonly FacultySummary[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm">
      {factFields.map((field) => (
        <div key={field} className="contents">
          <dt className="text-muted">{words.fields[field]}</dt>
          <dd className="min-w-0">
            <span className="inline-flex max-w-full items-center gap-1.5 font-medium">
              <span className="wrap-anywhere">{valueWords(row, field, faculties) || '—'}</span>
              <ValueMark certainty={certaintyOf(row, field)} />
            </span>
            <span className="block text-xs wrap-anywhere text-muted">{reasonWords(row, field)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type AlternativesProps = {
  row: StagedRow;
  faculties: readonly FacultySummary[];
  onSet: (manual: ManualValues, value: EditedValue) => void;
};

/** Buttons for the other subjects that the file may belong to. */
export function RowAlternatives({ row, faculties, onSet }: AlternativesProps) {
  const { facultyId, semesterId, subject } = row.fields;
  const others = row.alternatives.filter(
    (each) =>
      each.facultyId !== facultyId.value || each.semesterId !== semesterId.value || each.subject !== subject.value,
  );
  if (row.state === 'published' || !row.doubtful.some((field) => field !== 'year' && field !== 'kind')) return null;
  if (others.length === 0) return null;
  return (
    <div>
      <p className="mb-1 text-sm font-medium">{words.otherPlaces}</p>
      <ul className="grid gap-1">
        {others.slice(0, 3).map((each) => {
          const { facultyId: faculty, semesterId: term, subject: name } = each;
          const found = faculties.find(({ id }) => id === faculty);
          const place = [found?.name ?? faculty, found?.terms.find(({ id }) => id === term)?.name ?? term].join(' · ');
          return (
            <li key={`${faculty}/${term}/${name}`}>
              <button
                type="button"
                className="min-h-11 w-full rounded-card border border-hairline px-3 py-1.5 text-start text-sm hover:border-accent hover:text-accent"
                onClick={() => onSet({ facultyId: faculty, semesterId: term, subject: name }, 'subject')}
              >
                <span className="block leading-tight font-medium">{name}</span>
                <span className="block text-xs text-muted">{place}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type DuplicatesProps = {
  row: StagedRow;
  rows: ReadonlyMap<string, StagedRow>;
  shelf: Shelf;
  ids: ContractIds;
  timeZone: string;
  onBringBack: (duplicate: StagedDuplicateAnswer) => void;
};

/**
 * The duplicates of a file, each with its first page, and a button to restore or unhide a material that readers can't
 * see.
 */
export function RowDuplicates({ row, ...shown }: DuplicatesProps) {
  if (row.state === 'published' || row.duplicates.length === 0) return null;
  return (
    <ul className="grid gap-3">
      {row.duplicates.map((duplicate) => (
        <li key={`${duplicate.how}/${duplicate.materialId ?? duplicate.stagedId}`}>
          <Duplicate duplicate={duplicate} {...shown} />
        </li>
      ))}
    </ul>
  );
}

type DuplicateProps = Omit<DuplicatesProps, 'row'> & { duplicate: StagedDuplicateAnswer };

function Duplicate({ duplicate, rows, shelf, ids, timeZone, onBringBack }: DuplicateProps) {
  const { materialId, stagedId, how, share, isInTrash, isHidden } = duplicate;
  const way = returnOf(duplicate);
  const material = useQuery({
    queryKey: ['material', materialId, 'staged'],
    queryFn: () => shelf.findMaterial(materialId ?? ''),
    enabled: materialId !== null && !isInTrash,
  });
  const staged = stagedId === null ? undefined : rows.get(stagedId);
  const published = material.data?.state === 'published' ? material.data.material : null;
  const title = materialId === null ? splitPath(duplicate.title).name : duplicate.title;
  const what = how === 'bytes' ? words.sameBytesAs : words.sameTextAs(Math.floor(share * 100));
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-3 text-sm">
      <RowPicture
        ids={ids}
        fileId={published?.fileId ?? (staged && staged.fileType !== null ? staged.fileId : null)}
        alt={words.firstPageOf(title)}
        missing={words.noPicture}
      />
      <p className="min-w-0">
        <span className="block text-muted">{what}</span>
        {materialId !== null && !isInTrash && !isHidden ? (
          <a
            href={localAddress(pages.material(materialId))}
            target="_blank"
            rel="noopener"
            className="font-medium wrap-anywhere text-accent underline underline-offset-4"
          >
            {title}
            <span className="sr-only"> {words.opensNewTab}</span>
          </a>
        ) : (
          <span className="font-medium wrap-anywhere">{title}</span>
        )}
        {duplicate.subject !== null && <span className="block text-muted">{duplicate.subject}</span>}
        <span className="block text-muted">{placeWords(duplicate, timeZone)}</span>
        {way && (
          <Button variant="secondary" size="small" className="mt-2" onClick={() => onBringBack(duplicate)}>
            {way === 'restore' ? words.restoreIt : words.showAgain}
          </Button>
        )}
      </p>
    </div>
  );
}
