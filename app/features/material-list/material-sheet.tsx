import { Link } from '@tanstack/react-router';
import { Info } from 'lucide-react';
import { pages, type ContractIds } from '#contract/addresses.ts';
import type { Material } from '#domain/material.ts';
import { describeFile } from '#app/features/materials/figures.ts';
import { DownloadLink } from '#app/features/materials/material-file.tsx';
import { SaveButton } from '#app/features/offline-files/save-button.tsx';
import { ShareButton } from '#app/features/share/share-button.tsx';
import { buttonStyle } from '#app/ui/button.tsx';
import { TitledDialog } from '#app/ui/dialog/titled-dialog.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/material-list/sheet.ts';
import { kindNames } from '#messages/kinds.ts';

type MaterialSheetProps = { material: Material; ids: ContractIds; onClose: () => void };

/** Everything that can be done with a material of a list besides opening it, in a dialog. */
export function MaterialSheet({ material, ids, onClose }: MaterialSheetProps) {
  return (
    <TitledDialog heading={kindNames[material.kind]} about={material.title} onClose={onClose}>
      <p className="mt-1 text-sm text-muted">{describeFile(material)}</p>
      <div className="mt-4 grid gap-2">
        <Link
          to="/material/$id"
          params={{ id: material.id }}
          className={buttonStyle('secondary', 'small')}
          aria-label={words.detailsOf(material.title)}
        >
          <Info aria-hidden="true" className="size-4" />
          {words.details}
        </Link>
        <DownloadLink material={material} ids={ids} variant="secondary" />
        <ShareButton title={material.title} path={pages.material(material.id)} />
        <SaveButton saving={{ title: material.title, materials: [material] }} label={actions.saveOffline} />
      </div>
    </TitledDialog>
  );
}
