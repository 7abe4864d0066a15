import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useHydrated, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api } from '#contract/addresses.ts';
import type { Material } from '#domain/material.ts';
import { useKeeping } from '#app/features/kept/use-keeping.tsx';
import { retryNow, useIsOffline } from '#app/features/layout/connection.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { rememberOpened } from '#app/features/my-reading/opened-materials.ts';
import { GoneNotice } from './gone-notice.tsx';
import { loadDialog } from './load-dialog.ts';
import { OpeningNotice } from './opening-notice.tsx';
import { namesPage, openedPath, readOpened, writeOpened, type Opened } from './opened-address.ts';
import { openedMaterialQuery } from './opened-material-query.ts';
import { useNeighbours } from './use-neighbours.ts';

/** The address changes when the page has not changed for this time; browsers refuse addresses that change too often. */
const followDelayMs = 500;

/**
 * Shows the material in the address over any page; nothing if there is none. Used once, in the root of all pages. Not
 * rendered on the server, so that all visitors get the same cached page.
 */
export function OpenedMaterial() {
  const isHydrated = useHydrated();
  const query = useLocation({ select: (location) => location.searchStr });
  const opened = readOpened(query);
  if (!isHydrated || !opened) return null;
  return <OpenedById key={opened.id} opened={opened} />;
}

function OpenedById({ opened }: { opened: Opened }) {
  const { id } = opened;
  const router = useRouter();
  const found = useQuery(openedMaterialQuery(router.options.context.shelf, id));
  const close = useClose();
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

function OpenedDialog({ material, opened, onClose }: { material: Material; opened: Opened; onClose: () => void }) {
  const router = useRouter();
  const { data: site } = useSuspenseQuery(siteQuery(router.options.context.shelf));
  const code = useQuery(loadDialog(material.fileType));
  const followPage = useFollowPage(material.id);
  const keeping = useKeeping({ title: material.title, materials: [material] });
  const neighbours = useNeighbours(material, site.calendar);
  useEffect(
    function rememberInBrowser() {
      rememberOpened(material);
    },
    [material],
  );
  // As it was on opening; later the address follows the page being read.
  const [isPageNamed] = useState(() => namesPage(router.state.location.searchStr));
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
          sharedUrl={site.publicUrl + openedPath(material.id, 1)}
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
          // There is no picture of an encrypted or damaged file, whose pages could not be counted.
          pictureUrl={material.pageCount === null ? null : api.filePicture(site.ids, material.fileId, 640)}
          initialPage={opened.page}
          initialFind={opened.find}
          isPageNamed={isPageNamed}
          onPageChange={followPage}
          neighbours={neighbours}
          sharedUrl={(page) => site.publicUrl + openedPath(material.id, page)}
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

/** Closes by going back if opening added a history entry, else by removing the material from the address. */
function useClose(): () => void {
  const router = useRouter();
  const isClosing = useRef(false);
  return () => {
    // Going back twice would also leave the page beneath.
    if (isClosing.current) return;
    isClosing.current = true;
    if (router.state.location.state.openedHere) router.history.back();
    else {
      void router.navigate({
        to: '.',
        search: (search: Record<string, unknown>) => writeOpened(search, null),
        hash: true,
        replace: true,
        resetScroll: false,
      });
    }
  };
}

/** Keeps the page being read in the address, without a history entry for each. */
function useFollowPage(id: string): (page: number) => void {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(function forgetPendingPage() {
    return () => clearTimeout(timer.current);
  }, []);
  return (page) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const opened = readOpened(router.state.location.searchStr);
      if (opened?.id !== id || opened.page === page) return;
      const { find } = opened;
      void router.navigate({
        to: '.',
        search: (search: Record<string, unknown>) => writeOpened(search, { id, page, find }),
        hash: true,
        state: (state) => state,
        replace: true,
        resetScroll: false,
      });
    }, followDelayMs);
  };
}
