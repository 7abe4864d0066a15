import { Trash2 } from 'lucide-react';
import { materialFromDocument } from '#contract/appwrite/to-document.ts';
import { describeFile } from '#app/features/materials/figures.ts';
import { KindIcon } from '#app/features/materials/kind-icon.tsx';
import { OpenMaterialButton } from '#app/features/open-material/open-material.tsx';
import { Button, buttonStyle } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { saveAgain } from '#app/features/offline-files/save-materials.ts';
import { isComing } from '#app/features/offline-files/save-group.ts';
import type { SavedMaterial } from '#app/features/offline-files/saved-database.ts';
import { removeSaved } from '#app/features/offline-files/saved-records.ts';
import { problemActions } from '#app/features/offline-files/saved-words.ts';
import * as actions from '#messages/actions.ts';
import * as states from '#messages/offline-files/state.ts';
import * as words from '#messages/offline-list.ts';
import { langOf } from '#app/ui/lang-of.ts';

/** Renders an offline material: its title, its state, its problem, and buttons to read and to remove it. */
export function SavedRow({ saved }: { saved: SavedMaterial }) {
  const material = materialFromDocument(saved.kind, saved.document);
  const { id, problem } = saved;
  const canBeRead = saved.file !== null && problem !== 'gone';
  const label = problem && problemActions[problem];
  return (
    <li className="relative grid gap-2 py-2.5 ps-3 pe-1 sm:ps-4 sm:pe-3" data-saved={id}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <div className="min-w-0 flex-1 basis-40">
          <h3 className="font-sans text-sm leading-snug font-medium tracking-normal text-pretty wrap-anywhere sm:text-base">
            <bdi lang={langOf(material.title)}>{material.title}</bdi>
          </h3>
          <p className="mt-0.5 text-xs text-muted">
            <KindIcon kind={material.kind} className="me-1 inline size-3.5 align-[-0.15em]" />
            {isComing(saved) ? words.notSavedYet(describeFile(material)) : describeFile(material)}
          </p>
        </div>
        {canBeRead && <OpenMaterialButton material={material} label={actions.read} />}
        <button
          type="button"
          className={buttonStyle('ghost', 'icon')}
          aria-label={words.removeMaterial(material.title)}
          data-tooltip={actions.remove}
          onClick={() => void removeSaved(id)}
        >
          <Trash2 aria-hidden="true" className="size-4" />
        </button>
      </div>
      {problem && (
        <Notice
          tone={problem === 'replaced' ? 'warning' : 'danger'}
          className="me-2 sm:me-1"
          action={
            label && (
              <Button size="small" variant="secondary" onClick={() => void saveAgain(id)}>
                {label}
              </Button>
            )
          }
        >
          {states.problems[problem]}
        </Notice>
      )}
    </li>
  );
}
