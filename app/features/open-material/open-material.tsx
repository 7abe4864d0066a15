import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { api } from '#contract/addresses.ts';
import type { FoundMaterial } from '#contract/shelf.ts';
import type { Material } from '#domain/material.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { savesData } from '#app/features/layout/when-idle.ts';
import { requestEarly } from '#app/features/viewer/early-picture.ts';
import { buttonStyle } from '#app/ui/button.tsx';
import { nameOf } from '#messages/open-material/button.ts';
import { loadDialog } from './load-dialog.ts';
import { openedMaterialQuery, firstPictureUrl } from './opened-material-query.ts';
import { writeOpened } from '#app/features/materials/opened-address.ts';

/** Position at which a material opens: a page, with words to mark. */
export type OpenAt = { page?: number | undefined; find?: string | undefined };

/** Opens and closes a material over the current page, with an entry in the browser's history. */
export function useOpenMaterial() {
  const router = useRouter();
  const queryClient = useQueryClient();
  const { shelf } = router.options.context;

  function requestFirstPicture(material: Material) {
    const site = queryClient.getQueryData(siteQuery(shelf).queryKey);
    const url = site && firstPictureUrl(site.ids, material);
    if (url) requestEarly(url);
  }

  return {
    /** Opens the reader (PDF) or the paper preview (HTML) over the current page. */
    open(material: Material, { page = 1, find = '' }: OpenAt = {}): void {
      if (page === 1) requestFirstPicture(material);
      const found: FoundMaterial = { state: 'published', material };
      queryClient.setQueryData(openedMaterialQuery(shelf, material.id).queryKey, found);
      void router.navigate({
        to: '.',
        search: (search: Record<string, unknown>) => writeOpened(search, { id: material.id, page, find }),
        hash: true,
        state: { openedHere: true },
        resetScroll: false,
      });
    },
    /**
     * Loads the code of the dialog in advance, when the pointer or the focus is on the button; never if the browser's
     * data saver is on. Does not load the picture, because a pointer that passes over a list would load many.
     */
    prepare(material: Material): void {
      if (!savesData()) void queryClient.prefetchQuery(loadDialog(material.fileType));
    },
  };
}

type OpenMaterialButtonProps = {
  material: Material;
  /** Label of the button: 'Read', 'View' … */
  label: string;
  at?: OpenAt;
  /** Replaces the style of a small secondary button. */
  className?: string;
  children?: ReactNode;
};

/**
 * Renders the Read or View button of a material. It is a link to the file, for browsers without scripts and for opening
 * in a new tab; a plain click opens the material over the page.
 */
export function OpenMaterialButton({ material, label, at, className, children }: OpenMaterialButtonProps) {
  const router = useRouter();
  const { data: site } = useSuspenseQuery(siteQuery(router.options.context.shelf));
  const { open, prepare } = useOpenMaterial();

  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Some browsers do not focus a clicked link; the dialog returns the focus to the focused element.
    event.currentTarget.focus({ preventScroll: true });
    open(material, at);
  }

  return (
    <a
      href={api.filePreview(site.ids, material.fileId)}
      className={className ?? buttonStyle('secondary', 'small')}
      aria-label={nameOf(label, material.title)}
      aria-haspopup="dialog"
      onClick={handleClick}
      onPointerEnter={() => prepare(material)}
      onFocus={() => prepare(material)}
    >
      {children ?? label}
    </a>
  );
}
