import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, useEffect } from 'react';
import { groupBy } from '#domain/text/group-by.ts';
import { pathOfPages } from '#domain/photograph-groups.ts';
import { broughtBackWords } from '#app/features/import/rows/row-words.ts';
import { useStore } from '#app/features/import/calls/store.ts';
import { asOwnChange } from '#app/features/materials/own-change.ts';
import { refreshShelf } from '#app/features/materials/refresh-shelf.ts';
import { explainProblem } from '#app/features/session/library-problem.ts';
import type { LeftOutPicture } from '#app/features/import/intake/inspect-pictures.ts';
import { showConfirmation, showToast } from '#app/ui/toast/toast.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import type { Picture } from '#app/features/import/intake/read-picture.ts';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import * as words from '#messages/import/pictures.ts';
import { backInLibrary, notRestored } from '#messages/import/outcomes.ts';
import { titleOf } from '#messages/import/rows.ts';
import { LeftOutList } from './left-out-list.tsx';
import { countPages, folderOf, groupAbove, type BoardGroup } from './page-board.ts';
import { PageGroup } from './page-group.tsx';
import { PageTools } from './page-tools.tsx';
import type { PictureSession, BoardState } from './picture-session.ts';
import { Thumbnails } from './thumbnails.ts';
import { usePageKeys, type PageKeys } from './use-page-keys.ts';

/**
 * The pictures that were found, in groups. A person confirms the groups, then each becomes a PDF. Renders nothing if
 * there are no pictures.
 */
export function PictureSection({ session }: { session: PictureSession }) {
  const board = useStore(session.board);
  const [thumbnails] = useState(() => new Thumbnails());
  const bringBack = useBringBack(session);
  const [isMaking, setMaking] = useState(false);
  const [viewed, setViewed] = useState<string | null>(null);
  const names = useMemo(() => namesOf(board.groups), [board.groups]);
  const keys = usePageKeys({ session, board, onView: setViewed });
  if (board.groups.length + board.leftOut.length === 0) return null;
  const decided = board.groups.filter(({ doubt }) => doubt === null);
  const doubtful = board.groups.length - decided.length;
  const open = board.groups.flatMap(({ pictures }) => pictures).find(({ path }) => path === viewed);
  const { selected } = keys;

  async function make() {
    setMaking(true);
    await session.make(decided);
    setMaking(false);
  }

  return (
    <Card className="xl:mx-[calc(50%-min(50vw-2rem,52rem))]">
      <section aria-labelledby="pictures-heading" className="grid grid-cols-1 gap-3">
        <div>
          <h2 id="pictures-heading" className="text-xl">
            {board.groups.length === 0
              ? words.heading
              : words.headingWithCounts(board.groups.length, countPages(board))}
          </h2>
          {board.groups.length > 0 && <PictureHelp />}
        </div>
        {doubtful > 0 && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <p className="font-medium">{words.needDecision(doubtful)}</p>
            <Button variant="secondary" size="small" onClick={keys.next}>
              {words.showNext}
            </Button>
            <Button variant="ghost" size="small" onClick={keys.acceptAll}>
              {words.keepAll}
            </Button>
          </div>
        )}
        <Folders {...{ board, names, thumbnails, keys }} />
        <LeftOutList
          leftOut={board.leftOut}
          thumbnails={thumbnails}
          onTakeIn={(pictures) => void session.takeIn(pictures)}
          onBringBack={(back) => void bringBack(back)}
        />
        <p aria-live="polite" className="sr-only">
          {keys.news}
        </p>
        {(board.groups.length > 0 || board.canUndo) && (
          <PageTools
            name={selected ? (names.get(selected.group.id) ?? '') : null}
            position={selected?.index ?? 0}
            size={selected?.group.pictures.length ?? 0}
            canUndo={board.canUndo}
            decided={decided.length}
            doubtful={doubtful}
            isMaking={isMaking}
            on={keys}
            onMake={() => void make()}
          />
        )}
      </section>
      {open && <PageDialog picture={open} onClose={() => setViewed(null)} />}
    </Card>
  );
}

function PictureHelp() {
  return (
    <>
      <p className="max-w-prose text-sm text-muted">{words.help}</p>
      <p className="max-w-prose text-sm text-muted max-md:hidden">{words.keys}</p>
    </>
  );
}

type FoldersProps = {
  board: BoardState;
  names: ReadonlyMap<number, string>;
  thumbnails: Thumbnails;
  keys: PageKeys;
};

/** The groups, folder by folder. */
function Folders({ board, names, thumbnails, keys }: FoldersProps) {
  const { selected } = keys;
  const tabStop = selected?.group ?? board.groups[0];
  const folders = [...groupBy(board.groups, folderOf)].map(([folder, groups]) => (
    <div key={folder} className="grid max-w-full content-start">
      <h3 className="mb-1 text-sm font-medium wrap-anywhere text-muted">
        {folder.replaceAll('/', ' / ') || words.noFolder}
      </h3>
      <ul className="flex flex-wrap gap-2">
        {groups.map((group) => (
          <PageGroup
            key={group.id}
            group={group}
            name={names.get(group.id) ?? ''}
            thumbnails={thumbnails}
            selected={selected?.group === group ? selected.index : null}
            isTabStop={group === tabStop}
            canJoin={groupAbove(board, group.id) !== null}
            onSelect={(index) => keys.select(group, index)}
            onKeyDown={keys.handleKey}
            onJoin={() => keys.join(group)}
            onEach={() => keys.each(group)}
            onAccept={() => keys.accept(group)}
            onLeaveOut={() => keys.leaveOutGroup(group)}
          />
        ))}
      </ul>
    </div>
  ));
  return <div className="flex flex-wrap gap-x-6 gap-y-4">{folders}</div>;
}

/** The names of the PDFs by the ids of their groups. */
function namesOf(groups: readonly BoardGroup[]): Map<number, string> {
  const used = new Set<string>();
  return new Map(
    groups.map(({ id, pictures }) => {
      const path = pathOfPages(
        pictures.map((picture) => picture.path),
        used,
      );
      return [id, path.slice(path.lastIndexOf('/') + 1, -'.pdf'.length)];
    }),
  );
}

/** Returns a function that restores or unhides the material of left-out pictures, and announces the result. */
function useBringBack(session: PictureSession) {
  const queryClient = useQueryClient();
  return async function bringBack(back: NonNullable<LeftOutPicture['back']>) {
    try {
      const isStillHidden = await asOwnChange(queryClient, () => session.bringBack(back));
      const text = broughtBackWords(titleOf({ title: back.title, subject: null }), back.way, isStillHidden);
      showConfirmation({ title: backInLibrary, text });
    } catch (error) {
      console.error('not brought back', error);
      showToast({ tone: 'destructive', title: notRestored, text: explainProblem(error) });
    } finally {
      await refreshShelf(queryClient);
    }
  };
}

/** A picture as large as the window allows. */
function PageDialog({ picture, onClose }: { picture: Picture; onClose: () => void }) {
  const [address, setAddress] = useState<string | null>(null);
  const [isFailed, setFailed] = useState(false);
  const { file } = picture;

  useEffect(
    function openPicture() {
      const left = new AbortController();
      async function open() {
        const made = URL.createObjectURL(await file.open());
        left.signal.addEventListener('abort', () => URL.revokeObjectURL(made));
        setAddress(made);
      }
      open().catch(() => setFailed(true));
      return () => left.abort();
    },
    [file],
  );

  return (
    <Dialog onClose={onClose} title={file.name} description={file.path} size="sheet">
      <div className="grid min-h-[60dvh] place-items-center bg-sunken">
        {isFailed && <p className="p-6 text-center text-muted">{words.notShownHere}</p>}
        {!isFailed && address !== null && (
          <img src={address} alt="" className="max-h-[75dvh] w-full object-contain" onError={() => setFailed(true)} />
        )}
      </div>
    </Dialog>
  );
}
