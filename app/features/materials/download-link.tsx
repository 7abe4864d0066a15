import { Download } from 'lucide-react';
import { api, type ContractIds } from '#contract/addresses.ts';
import type { Material } from '#domain/material.ts';
import { AnchorButton } from '#app/ui/link-button.tsx';

type DownloadLinkProps = {
  material: Material;
  ids: ContractIds;
  /** True to show only the icon, where space is limited. */
  isCompact?: boolean | 'on phones';
};

/** Saves the file under the material's title, which is also part of the link's name for screen readers. */
export function DownloadLink({ material, ids, isCompact = false }: DownloadLinkProps) {
  return (
    <AnchorButton
      href={api.materialDownload(ids, material)}
      download
      variant="ghost"
      size={isCompact === true ? 'icon' : 'small'}
      aria-label={`Download ${material.title}`}
      data-tooltip={isCompact === true ? 'Download' : undefined}
      className={isCompact === 'on phones' ? 'max-sm:w-11 max-sm:min-w-0 max-sm:px-0' : undefined}
    >
      <Download aria-hidden="true" className={isCompact ? 'size-5' : 'size-4'} />
      {isCompact === 'on phones' ? <span className="max-sm:hidden">Download</span> : !isCompact && 'Download'}
    </AnchorButton>
  );
}
