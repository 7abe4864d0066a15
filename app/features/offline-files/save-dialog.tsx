import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { pages } from '#contract/addresses.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { formatSize } from '#app/features/materials/figures.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TitledDialog } from '#app/ui/dialog/titled-dialog.tsx';
import * as actions from '#messages/actions.ts';
import * as nouns from '#messages/nouns.ts';
import * as words from '#messages/offline-files/dialog.ts';
import * as states from '#messages/offline-files/state.ts';
import { canSave, freeSpace, saveAgain, saveMaterials, measure, type Refusal } from './save-materials.ts';
import { groupsUnderWay } from './save-group.ts';
import { SaveProgress } from './save-progress.tsx';
import type { SavedMaterial } from './saved-database.ts';
import { maxSaved } from './saved-index.ts';
import { problemActions } from './saved-words.ts';
import { removeSaved } from './saved-records.ts';
import { useSavedList } from './use-saved-list.ts';
import type { Saving } from './use-saving.tsx';

/** Makes materials available offline: shows their size first, then the progress, then the result. */
export function SaveDialog({ saving, onClose }: { saving: Saving; onClose: () => void }) {
  return (
    <SaveFrame heading={actions.saveOffline} about={saving.title} onClose={onClose}>
      {(saved) => <SaveState saving={saving} saved={saved} />}
    </SaveFrame>
  );
}

type SaveFrameProps = {
  heading: string;
  about: string;
  onClose: () => void;
  children: (saved: readonly SavedMaterial[]) => ReactNode;
};

/** Renders a dialog for saving, or says that this browser can't save. */
export function SaveFrame({ heading, about, onClose, children }: SaveFrameProps) {
  const saved = useSavedList();
  const { data: possible } = useQuery({
    queryKey: ['can-save'],
    queryFn: canSave,
    networkMode: 'always',
    staleTime: 0,
  });
  return (
    <TitledDialog heading={heading} about={about} onClose={onClose}>
      <div className="mt-4 grid min-h-36 content-start gap-4">
        {possible === false || saved === 'failed' ? (
          <Notice tone="warning">{refusalWords['not possible']}</Notice>
        ) : (
          possible && saved && children(saved)
        )}
      </div>
      <p className="mt-4 border-t border-hairline pt-2 text-sm">
        <Link
          to={pages.saved()}
          className="inline-flex min-h-11 items-center text-accent underline-offset-4 hover:underline"
        >
          {nouns.savedOnDevice}
        </Link>
      </p>
    </TitledDialog>
  );
}

const refusalWords: Record<Refusal, string> = {
  full: words.noSpace,
  'too many': words.tooMany(maxSaved),
  'not possible': words.notPossible,
};

/** Shows which of these materials are offline, and the possible actions. */
export function SaveState({
  saving: { title, materials },
  saved,
}: {
  saving: Saving;
  saved: readonly SavedMaterial[];
}) {
  const ids = new Set(materials.map(({ id }) => id));
  const mine = saved.filter(({ id }) => ids.has(id));
  const coming = groupsUnderWay(saved).filter(({ members }) => members.some(({ id }) => ids.has(id)));
  const problems = mine.filter(({ problem }) => problem !== null);
  const { missing } = measure(materials, saved);
  const removeAll = (all: readonly SavedMaterial[]) => void Promise.all(all.map(({ id }) => removeSaved(id)));
  return (
    <>
      {coming.map((group) => (
        <SaveProgress key={group.id} group={group} />
      ))}
      {problems.map((material) => (
        <Problem key={material.id} material={material} isNamed={materials.length > 1} />
      ))}
      {missing.length === 0 && (
        <>
          <Notice tone="success">{materials.length === 1 ? words.isOnDevice : words.areOnDevice}</Notice>
          <Button variant="secondary" onClick={() => removeAll(mine)}>
            {words.removeFromDevice}
          </Button>
        </>
      )}
      {missing.length > 0 && coming.length === 0 && problems.length < missing.length && (
        <Offer title={title} materials={missing} isRest={missing.length < materials.length} saved={saved} />
      )}
    </>
  );
}

function Problem({ material, isNamed }: { material: SavedMaterial; isNamed: boolean }) {
  const { id, problem, document } = material;
  if (problem === null) return null;
  const label = problemActions[problem];
  return (
    <Notice
      tone={problem === 'replaced' ? 'warning' : 'danger'}
      role="alert"
      action={
        <Button size="small" variant="secondary" onClick={() => void (label ? saveAgain(id) : removeSaved(id))}>
          {label ?? states.ok}
        </Button>
      }
    >
      {isNamed && <bdi>{document.title}: </bdi>}
      {states.problems[problem]}
    </Notice>
  );
}

/**
 * Handles a failed start. Some private windows refuse storage only on the first write; any other failure is logged to the
 * console.
 */
function reportFailure(error: unknown): Refusal {
  console.error('the materials could not be stored on this device', error);
  return 'not possible';
}

type OfferProps = { title: string; materials: Saving['materials']; isRest: boolean; saved: readonly SavedMaterial[] };

/** Shows the size, and the button that starts the download. */
function Offer({ title, materials, isRest, saved }: OfferProps) {
  const { shelf } = useRouter().options.context;
  const { data: site } = useSuspenseQuery(siteQuery(shelf));
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { data: free } = useQuery({
    queryKey: ['free-space'],
    queryFn: freeSpace,
    networkMode: 'always',
    staleTime: 0,
  });
  const { bytes } = measure(materials, saved);

  async function begin() {
    setIsBusy(true);
    setRefusal(await saveMaterials(title, materials, site).catch(reportFailure));
    setIsBusy(false);
  }

  return (
    <>
      <p>
        {words.willBeStored(materials.length, isRest)}{' '}
        <span className="min-h-[1lh] text-muted">{typeof free === 'number' && words.spaceLeft(formatSize(free))}</span>
      </p>
      {refusal && (
        <Notice tone="danger" role="alert">
          {refusalWords[refusal]}
        </Notice>
      )}
      <Button busy={isBusy} onClick={() => void begin()}>
        {words.save(formatSize(bytes))}
      </Button>
    </>
  );
}
