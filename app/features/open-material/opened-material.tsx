import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useHydrated, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '#contract/addresses.ts';
import type { Material } from '#domain/material.ts';
import { useKeeping } from '#app/features/kept/use-keeping.tsx';
import { retryNow, useIsOffline } from '#app/features/layout/connection.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { rememberOpened } from '#app/features/my-reading/opened-materials.ts';
import { firstPictureUrl } from './first-picture-url.ts';
import { GoneNotice } from './gone-notice.tsx';
import { loadDialog } from './load-dialog.ts';
import { OpeningNotice } from './opening-notice.tsx';
import { namesPage, openedPath, readOpened } from './opened-address.ts';
import { openedMaterialQuery } from './opened-material-query.ts';
import { useClose, useFollowPage } from './opened-navigation.ts';
import { OpenedSides, type OpenedOne } from './opened-sides.tsx';
import { useNeighbours } from './use-neighbours.ts';

/**
 * Shows the material in the address over any page, and the one beside it; nothing if there is none. Used once, in the root
 * of all pages. Not rendered on the server, so that all visitors get the same cached page.
 */
export function OpenedMaterial() {
  const isHydrated = useHydrated();
  const query = useLocation({ select: (location) => location.searchStr });
  const opened = readOpened(query);
  if (!isHydrated || !opened) return null;
  return <OpenedSides opened={opened} renderSide={(side) => <OpenedById opened={side} />} />;
}

function OpenedById({ opened }: { opened: OpenedOne }) {
  const { id } = opened;
  const router = useRouter();
  const found = useQuery(openedMaterialQuery(router.options.context.shelf, id));
  const close = useClose(id);
  if (found.data?.state === 'published') {
    return <OpenedDialog material={found.data.material} opened={opened} onClose={close} />;
  }
  if (found.data) return <GoneNotice id={id} state={found.data.state} onClose={close} />;
  if (found.isError) {
    return (
      <OpeningNotice
        text="It could not be loaded. Check your connection."
        onTryAgain={() => void found.refetch()}
        onClose={close}
      />
    );
  }
  return <Opening text="Opening…" onClose={close} />;
}

function OpenedDialog({ material, opened, onClose }: { material: Material; opened: OpenedOne; onClose: () => void }) {
  const router = useRouter();
  const { data: site } = useSuspenseQuery(siteQuery(router.options.context.shelf));
  const code = useQuery(loadDialog(material.fileType));
  const followPage = useFollowPage(material.id);
  const keeping = useKeeping({ title: material.title, materials: [material] });
  const neighbours = useNeighbours(material, site.calendar, opened.beside?.id);
  const { id } = material;
  const pathAt = (page: number) => site.publicUrl + openedPath({ id, page, right: opened.beside ?? undefined });
  useEffect(
    function rememberInBrowser() {
      rememberOpened(material);
    },
    [material],
  );
  // As it was on opening; later the address follows the page being read.
  const [isPageNamed] = useState(() => namesPage(router.state.location.searchStr, material.id));
  if (code.data?.kind === 'paper') {
    return (
      <>
        <code.data.Dialog
          url={api.filePreview(site.ids, material.fileId)}
          title={material.title}
          downloadUrl={api.fileDownload(site.ids, material.fileId, material.title)}
          contactEmail={site.contactEmail}
          find={opened.find}
          neighbours={neighbours}
          sharedUrl={pathAt(1)}
          onKeep={keeping.open}
          onClose={onClose}
        />
        {keeping.dialog}
      </>
    );
  }
  if (code.data) {
    return (
      <>
        <code.data.Dialog
          url={api.fileReading(site.ids, material.fileId)}
          recordUrl={site.publicUrl + api.filePreview(site.ids, material.fileId)}
          documentId={material.fileId}
          materialId={material.id}
          title={material.title}
          // Always saved under this name, whatever the title.
          downloadUrl={api.fileDownload(site.ids, material.fileId, 'document.pdf')}
          pictureUrl={firstPictureUrl(site.ids, material)}
          initialPage={opened.page}
          initialFind={opened.find}
          isPageNamed={isPageNamed}
          onPageChange={followPage}
          neighbours={neighbours}
          sharedUrl={pathAt}
          onKeep={keeping.open}
          onClose={onClose}
        />
        {keeping.dialog}
      </>
    );
  }
  if (code.isError) {
    return (
      <OpeningNotice
        text="The reader could not be loaded. Check your connection."
        onTryAgain={() => void code.refetch()}
        onClose={onClose}
      />
    );
  }
  return <Opening text={`Opening ${material.title}…`} onClose={onClose} />;
}

/** The material is loading, or waiting for the connection. */
function Opening({ text, onClose }: { text: string; onClose: () => void }) {
  const isLineLost = useIsOffline();
  if (!isLineLost) return <OpeningNotice text={text} isBusy onClose={onClose} />;
  const words = "No connection. It will open when you're back online.";
  return <OpeningNotice text={words} onTryAgain={retryNow} onClose={onClose} />;
}
