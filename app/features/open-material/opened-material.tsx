import { useQuery } from '@tanstack/react-query';
import { useHydrated, useLocation, useRouter } from '@tanstack/react-router';
import type { Material } from '#domain/material.ts';
import { retryNow, useIsOffline } from '#app/features/layout/network-state.ts';
import type { GoneNoticeProps } from './gone-notice.tsx';
import { loadDialog, loadGoneNotice } from './load-dialog.ts';
import { OpeningNotice } from './opening-notice.tsx';
import { readOpened } from '#app/features/materials/opened-address.ts';
import * as words from '#messages/open-material/opening.ts';
import { openedMaterialQuery } from './opened-material-query.ts';
import { useClose } from './opened-navigation.ts';
import { OpenedSides, type OpenedOne } from './opened-sides.tsx';

/**
 * Shows the material in the address over any page, with the second one next to it; nothing if the address has none.
 * Used once, in the root of all pages. Not rendered on the server, so that all visitors get the same cached page.
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
  if (found.data) return <Gone id={id} state={found.data.state} onClose={close} />;
  if (found.isError) {
    return <OpeningNotice text={words.notLoaded} onTryAgain={() => void found.refetch()} onClose={close} />;
  }
  return <Opening text={words.opening} onClose={close} />;
}

function Gone(props: GoneNoticeProps) {
  const { data: Notice, isError } = useQuery(loadGoneNotice);
  if (Notice) return <Notice {...props} />;
  if (isError) return <OpeningNotice text={words.notAvailable} onClose={props.onClose} />;
  return <Opening text={words.opening} onClose={props.onClose} />;
}

type OpenedDialogProps = { material: Material; opened: OpenedOne; onClose: () => void };

function OpenedDialog({ material, opened, onClose }: OpenedDialogProps) {
  const code = useQuery(loadDialog(material.fileType));
  if (code.data) return <code.data.View code={code.data} material={material} opened={opened} onClose={onClose} />;
  if (code.isError) {
    return <OpeningNotice text={words.readerNotLoaded} onTryAgain={() => void code.refetch()} onClose={onClose} />;
  }
  return <Opening text={words.openingOne(material.title)} onClose={onClose} />;
}

/** Shows that the material is loading, or waiting for the connection. */
function Opening({ text, onClose }: { text: string; onClose: () => void }) {
  const isLineLost = useIsOffline();
  if (!isLineLost) return <OpeningNotice text={text} isBusy onClose={onClose} />;
  return <OpeningNotice text={words.offline} onTryAgain={retryNow} onClose={onClose} />;
}
