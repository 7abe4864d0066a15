import { Download } from 'lucide-react';
import { api, type ContractIds } from '#contract/addresses.ts';
import type { Material } from '#domain/material.ts';
import { AnchorButton } from '#app/ui/link-button.tsx';

type DownloadLinkProps = {
  material: Material;
  ids: ContractIds;
  /** The icon alone, where room is short. */ isCompact?: boolean;
};

/** Saves the file under the material's title (design decision 10). */
export function DownloadLink({ material, ids, isCompact = false }: DownloadLinkProps) {
  return (
    <AnchorButton
      href={api.fileDownload(ids, material.fileId, material.title)}
      download
      variant="ghost"
      size={isCompact ? 'icon' : 'small'}
      aria-describedby={titleId(material)}
    >
      <Download aria-hidden="true" className={isCompact ? 'size-5' : 'size-4'} />
      <span className={isCompact ? 'sr-only' : undefined}>Download</span>
    </AnchorButton>
  );
}

/** The id of the element that holds a material's title in a list; buttons that say only Read or View point at it. */
export function titleId(material: Pick<Material, 'id'>): string {
  return `title-${material.id}`;
}
