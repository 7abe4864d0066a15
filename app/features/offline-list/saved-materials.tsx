import { useEffect } from 'react';
import { materialFromDocument } from '#contract/appwrite/to-document.ts';
import { compareNaturally } from '#domain/text/natural-order.ts';
import { formatSize } from '#app/features/materials/figures.ts';
import { useEntries, removeEntry } from '#app/features/my-reading/stored-entries.ts';
import { Button } from '#app/ui/button.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { groupsUnderWay } from '#app/features/offline-files/save-group.ts';
import { SaveProgress } from '#app/features/offline-files/save-progress.tsx';
import type { SavedMaterial } from '#app/features/offline-files/saved-database.ts';
import { savedIndex } from '#app/features/offline-files/saved-index.ts';
import { emptySaved, removeSaved } from '#app/features/offline-files/saved-records.ts';
import * as actions from '#messages/actions.ts';
import * as states from '#messages/offline-files/state.ts';
import * as words from '#messages/offline-list.ts';
import { SavedRow } from './saved-row.tsx';
import { useSavedList } from '#app/features/offline-files/use-saved-list.ts';
import { langOf } from '#app/ui/lang-of.ts';

/** Lists the offline materials of this device by subject, with their size, and those that the browser has evicted. */
export function SavedMaterials() {
  const saved = useSavedList();
  if (saved === null) return <Skeleton className="mt-6 h-40 w-full" />;
  if (saved === 'failed') {
    return (
      <div className="mt-6">
        <EmptyState text={words.notPossible} />
      </div>
    );
  }
  return (
    <>
      <Evicted saved={saved} />
      {saved.length === 0 ? (
        <div className="mt-6">
          <EmptyState text={words.nothingSaved} />
        </div>
      ) : (
        <SavedBySubject saved={saved} />
      )}
    </>
  );
}

function SavedBySubject({ saved }: { saved: readonly SavedMaterial[] }) {
  useRemovalOfWithdrawn(saved);
  const bytes = saved.reduce((sum, { file }) => sum + (file?.size ?? 0), 0);
  return (
    <>
      {groupsUnderWay(saved).map((group) => (
        <section key={group.id} aria-label={states.saving(group.title)} className={`${cardStyle} mt-5 px-4 pt-3 pb-2`}>
          <h2 className="font-sans text-base font-medium tracking-normal">
            <bdi lang={langOf(group.title)}>{group.title}</bdi>
          </h2>
          <SaveProgress group={group} />
        </section>
      ))}
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <output className="text-muted">{words.savedCount(saved.length, bytes > 0 ? formatSize(bytes) : null)}</output>
        <Button
          variant="secondary"
          size="small"
          onClick={() => void Promise.all(saved.map(({ id }) => removeSaved(id)))}
        >
          {actions.removeAll}
        </Button>
      </div>
      {groupBySubject(saved).map(([subject, materials]) => (
        <section key={subject} aria-label={subject} className="mt-6">
          <h2 className="mb-3 text-xl">
            <bdi lang={langOf(subject)}>{subject}</bdi>
          </h2>
          <ul className={`${cardStyle} divide-y divide-hairline`}>
            {materials.map((material) => (
              <SavedRow key={material.id} saved={material} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** Deletes materials that the library has withdrawn, after the page has shown a message about them. */
function useRemovalOfWithdrawn(saved: readonly SavedMaterial[]) {
  useEffect(
    function deleteWithdrawn() {
      for (const { id, problem, file } of saved) {
        if (problem === 'gone' && file) void emptySaved(id, () => {});
      }
    },
    [saved],
  );
}

/** Lists materials that the browser has evicted, by their remaining names. Shown until dismissed. */
function Evicted({ saved }: { saved: readonly SavedMaterial[] }) {
  const index = useEntries(savedIndex);
  const there = new Set(saved.map(({ id }) => id));
  const lost = [...index].filter(([id]) => !there.has(id));
  if (lost.length === 0) return null;
  const shown = lost.slice(0, 5).map(([, { title }]) => title);
  return (
    <Notice
      tone="warning"
      className="mt-5"
      action={
        <Button size="small" variant="secondary" onClick={() => lost.forEach(([id]) => removeEntry(savedIndex, id))}>
          {states.ok}
        </Button>
      }
    >
      {words.evicted(<bdi key="titles">{shown.join(', ')}</bdi>, lost.length - shown.length)}
    </Notice>
  );
}

function groupBySubject(saved: readonly SavedMaterial[]): [string, SavedMaterial[]][] {
  const groups = new Map<string, SavedMaterial[]>();
  for (const each of saved) {
    const { subject } = materialFromDocument(each.kind, each.document);
    groups.set(subject, [...(groups.get(subject) ?? []), each]);
  }
  return [...groups].sort(([one], [other]) => compareNaturally(one, other));
}
