import { queryOptions, useQueries, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Shelf } from '#contract/shelf.ts';
import type { Calendar } from '#domain/calendar.ts';
import type { Material } from '#domain/material.ts';
import { NoConnection } from '#app/features/layout/no-connection.tsx';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { formatSize } from '#app/features/materials/figures.ts';
import { subjectKinds, type SubjectKind } from '#app/features/materials/kind-words.ts';
import { subjectListQuery, subjectPartSize, type SubjectPlace } from '#app/features/materials/material-queries.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import * as buttons from '#messages/offline-files/buttons.ts';
import * as words from '#messages/offline-files/dialog.ts';
import { SaveFrame, SaveState } from './save-dialog.tsx';
import { measure } from './save-materials.ts';
import type { SavedMaterial } from './saved-database.ts';
import { maxSaved } from './saved-index.ts';
import { isComing } from './save-group.ts';
import { countWords } from '#messages/kinds.ts';

/** Saves the materials of a subject: shows the size of each kind to choose, then the progress, then the result. */
export function SaveSubjectDialog({ place, onClose }: { place: SubjectPlace; onClose: () => void }) {
  const { queryClient, shelf } = useRouter().options.context;
  const { data: site } = useSuspenseQuery(siteQuery(shelf));
  const lists = useQueries({
    queries: subjectKinds.map((kind) => wholeListQuery(queryClient, shelf, { kind, place, calendar: site.calendar })),
  });
  return (
    <SaveFrame heading={buttons.saveSubject} about={place.subject} onClose={onClose}>
      {(saved) =>
        lists.every(({ data }) => data) ? (
          <ChosenKinds title={place.subject} materials={lists.flatMap(({ data }) => data ?? [])} saved={saved} />
        ) : lists.some(({ isError }) => isError) ? (
          <NoConnection onTry={() => Promise.all(lists.map(({ refetch }) => refetch()))} />
        ) : (
          <Skeleton className="h-36 w-full" />
        )
      }
    </SaveFrame>
  );
}

type WholeList = { kind: SubjectKind; place: SubjectPlace; calendar: Calendar };

/** Returns the query for all materials of a kind, at most as many as can be saved. Takes the parts that the page has. */
function wholeListQuery(queryClient: QueryClient, shelf: Shelf, list: WholeList) {
  const { facultyId, semesterId, subject } = list.place;
  return queryOptions({
    queryKey: ['whole-list', list.kind, facultyId, semesterId, subject],
    queryFn: async () => {
      const all: Material[] = [];
      for (let part = 1; part <= maxSaved / subjectPartSize; part += 1) {
        const { materials, total } = await queryClient.ensureQueryData(subjectListQuery(shelf, { ...list, part }));
        all.push(...materials);
        if (all.length >= total) break;
      }
      return all;
    },
    gcTime: 0,
  });
}

type ChosenKindsProps = { title: string; materials: readonly Material[]; saved: readonly SavedMaterial[] };

function ChosenKinds({ title, materials, saved }: ChosenKindsProps) {
  const kinds = subjectKinds.filter((kind) => materials.some((material) => material.kind === kind));
  const [left, setLeft] = useState<readonly SubjectKind[]>([]);
  const chosen = materials.filter(({ kind }) => !left.some((each) => each === kind));
  const ids = new Set(materials.map(({ id }) => id));
  const isUnderWay = saved.some((record) => ids.has(record.id) && isComing(record));
  const isAnyMissing = measure(materials, saved).missing.length > 0;
  return (
    <>
      {kinds.length > 1 && isAnyMissing && !isUnderWay && (
        <fieldset>
          <legend className="sr-only">{words.kindsToSave}</legend>
          {kinds.map((kind) => {
            const ofKind = materials.filter((material) => material.kind === kind);
            const savedCount = ofKind.length - measure(ofKind, saved).missing.length;
            const bytes = ofKind.reduce((sum, { fileSize }) => sum + fileSize, 0);
            return (
              <Checkbox
                key={kind}
                label={
                  <>
                    {words.kindToSave(countWords(kind, ofKind.length), formatSize(bytes))}
                    {savedCount > 0 && <span className="text-muted"> {words.alreadySaved(savedCount)}</span>}
                  </>
                }
                checked={!left.includes(kind)}
                onChange={({ target }) =>
                  setLeft(target.checked ? left.filter((each) => each !== kind) : [...left, kind])
                }
              />
            );
          })}
        </fieldset>
      )}
      {chosen.length > 0 ? (
        <SaveState saving={{ title, materials: isUnderWay ? materials : chosen }} saved={saved} />
      ) : (
        <p className="text-muted">{words.chooseKind}</p>
      )}
    </>
  );
}
