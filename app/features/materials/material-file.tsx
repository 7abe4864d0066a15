import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { AnchorButton } from '#app/ui/link-button.tsx';
import { pages, api, type ContractIds } from '#contract/addresses.ts';
import { yearWords } from '#domain/calendar.ts';
import type { Material } from '#domain/material.ts';

/**
 * Renders the year of a material and its full address, only in print, so that readers of the sheet can find the document. Not as
 * text, because browsers without style sheets would show it in every list.
 */
export function PrintedAddress({ material }: { material: Material }) {
  const router = useRouter();
  const { data: site } = useSuspenseQuery(siteQuery(router.options.context.shelf));
  const address = site.publicUrl + pages.material(material.id);
  return (
    <div
      data-print={material.year === null ? address : `${yearWords(material, site.calendar)} · ${address}`}
      className="print-only text-sm"
    />
  );
}

type DownloadLinkProps = {
  material: Material;
  ids: ContractIds;
  /** Only the icon, where space is limited. */
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

/** Shows the password that opens the file, which one press selects, and the note on it. Renders nothing if there is neither. */
export function FilePassword({ material, className }: { material: Material; className: string }) {
  const { filePassword, filePasswordNote: note } = material;
  if (!filePassword && !note) return null;
  return (
    <span className={className}>
      Password: <bdi className="select-all">{filePassword}</bdi>
      {filePassword && note && ' · '}
      {note}
    </span>
  );
}
