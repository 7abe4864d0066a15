import { Link, useRouter } from '@tanstack/react-router';
import { EllipsisVertical } from 'lucide-react';
import { useState, type MouseEvent } from 'react';
import type { ContractIds } from '#contract/addresses.ts';
import type { Material } from '#domain/material.ts';
import { fetchCode } from '#app/features/layout/fetch-code.ts';
import { buttonStyle } from '#app/ui/button.tsx';
import * as words from '#messages/material-list/list.ts';
import type { MaterialSheet } from './material-sheet.tsx';

type MoreButtonProps = { material: Material; ids: ContractIds; className: string };

/**
 * Renders the button for everything else about a material: a link to its page, for browsers without scripts and for opening
 * in a new tab; a plain click opens a sheet over the list, or the page if the code of the sheet can't be loaded.
 */
export function MoreButton({ material, ids, className }: MoreButtonProps) {
  const router = useRouter();
  const [sheet, setSheet] = useState<{ Sheet: typeof MaterialSheet } | null>(null);

  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Some browsers do not focus a clicked link; the sheet returns the focus to the focused element.
    event.currentTarget.focus({ preventScroll: true });
    void openSheet();
  }

  async function openSheet() {
    const code = await fetchCode(() => import('./material-sheet.tsx')).catch(() => null);
    if (code) setSheet({ Sheet: code.MaterialSheet });
    else await router.navigate({ to: '/material/$id', params: { id: material.id } });
  }

  return (
    <>
      <Link
        to="/material/$id"
        params={{ id: material.id }}
        preload={false}
        className={`${buttonStyle('ghost', 'icon')} relative z-1 text-muted! ${className}`}
        aria-label={words.moreAbout(material.title)}
        aria-haspopup="dialog"
        data-tooltip={words.more}
        onClick={handleClick}
      >
        <EllipsisVertical aria-hidden="true" className="size-5" />
      </Link>
      {sheet && <sheet.Sheet material={material} ids={ids} onClose={() => setSheet(null)} />}
    </>
  );
}
