import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { keyInReadingDirection } from '#app/ui/arrow-keys.ts';
import * as words from '#messages/import/pictures.ts';
import {
  folderOf,
  acceptGroups,
  joinGroups,
  leaveOut,
  movePage,
  splitGroup,
  splitIntoOnes,
  type BoardGroup,
  type PageBoard,
} from './page-board.ts';
import { pageId } from './page-group.tsx';
import type { PictureSession, BoardState } from './picture-session.ts';

/** The position of a page. */
type FoundPage = { path: string; group: BoardGroup; groupIndex: number; index: number };

function findPage({ groups }: PageBoard, path: string): FoundPage | null {
  for (const [groupIndex, group] of groups.entries()) {
    const index = group.pictures.findIndex((picture) => picture.path === path);
    if (index !== -1) return { path, group, groupIndex, index };
  }
  return null;
}

type Parts = {
  board: PageBoard;
  selected: FoundPage | null;
  onSelect: (path: string | null) => void;
  /** Changes the board, and reports what was done. */
  act: (change: (before: PageBoard) => PageBoard, said: string) => void;
};

/** Creates the actions on the selected page and on groups. */
function createPageActions({ board, selected, onSelect, act }: Parts) {
  const selectFirst = (group: BoardGroup) => onSelect(group.pictures[0]?.path ?? null);

  /** Returns the page to select after others were removed. */
  function selectAfter(group: BoardGroup, stays: BoardGroup['pictures'][number] | undefined): void {
    const at = board.groups.indexOf(group);
    const next = stays ?? board.groups[at + 1]?.pictures[0] ?? board.groups[at - 1]?.pictures[0];
    onSelect(next?.path ?? null);
  }

  return {
    join(group: BoardGroup) {
      selectFirst(group);
      act((before) => joinGroups(before, group.id), words.joined);
    },

    each(group: BoardGroup) {
      selectFirst(group);
      act((before) => splitIntoOnes(before, group.id), words.madeOnes(group.pictures.length));
    },

    accept(group: BoardGroup) {
      if (group.doubt === null) return;
      selectFirst(group);
      act((before) => acceptGroups(before, [group.id]), words.accepted);
    },

    acceptAll() {
      const ids = board.groups.filter(({ doubt }) => doubt !== null).map(({ id }) => id);
      act((before) => acceptGroups(before, ids), words.allAccepted(ids.length));
    },

    leaveOutGroup(group: BoardGroup) {
      selectAfter(group, undefined);
      act((before) => leaveOut(before, group.id, null), words.groupLeftOut(group.pictures.length));
    },

    leaveOutPage() {
      if (!selected) return;
      const { group, index } = selected;
      selectAfter(group, group.pictures[index + 1] ?? group.pictures[index - 1]);
      act((before) => leaveOut(before, group.id, index), words.pageLeftOut);
    },

    split() {
      if (!selected || selected.index === 0) return;
      const { group, index } = selected;
      act((before) => splitGroup(before, group.id, index), words.split);
    },

    move(by: -1 | 1) {
      if (!selected?.group.pictures[selected.index + by]) return;
      const { group, index } = selected;
      act((before) => movePage(before, group.id, index, by), words.moved(index + by + 1, group.pictures.length));
    },
  };
}

type PageKeysParts = {
  session: PictureSession;
  board: BoardState;
  /** Shows the picture of that path enlarged. */
  onView: (path: string) => void;
};

export type PageKeys = ReturnType<typeof usePageKeys>;

/** Manages the selected page, and the keyboard and mouse actions on it and its group. */
export function usePageKeys({ session, board, onView }: PageKeysParts) {
  const [path, setPath] = useState<string | null>(null);
  const [news, setNews] = useState('');
  const [steps, setSteps] = useState(0);
  const selected = path === null ? null : findPage(board, path);

  function act(change: (before: PageBoard) => PageBoard, said: string): void {
    session.board.act(change);
    setNews(said);
    setSteps(steps + 1);
  }

  const focusSelected = useEffectEvent(() => {
    const group = selected?.group ?? board.groups[0];
    if (group) document.getElementById(pageId(group.id, selected?.index ?? 0))?.focus();
  });
  useEffect(
    function keepFocus() {
      // The page is in another group now, or the focused element is gone.
      if (steps > 0) focusSelected();
    },
    [steps],
  );

  function select(group: BoardGroup | undefined, index: number): void {
    if (!group) return;
    const at = Math.min(index, group.pictures.length - 1);
    setPath(group.pictures[at]?.path ?? null);
    const button = document.getElementById(pageId(group.id, at));
    button?.scrollIntoView({ block: 'nearest' });
    button?.focus({ preventScroll: true });
  }

  const on = {
    ...createPageActions({ board, selected, onSelect: setPath, act }),
    select,
    view: () => selected && onView(selected.path),
    undo() {
      session.board.undo();
      setNews(words.undone);
      setSteps(steps + 1);
    },
    /** Selects the next group that needs a decision. */
    next() {
      const from = (selected?.groupIndex ?? -1) + 1;
      const inOrder = [...board.groups.slice(from), ...board.groups.slice(0, from)];
      select(
        inOrder.find(({ doubt }) => doubt !== null),
        0,
      );
    },
  };

  function handleKey(event: KeyboardEvent): void {
    const run = keyOf(event, board.groups, selected, on);
    if (!run) return;
    event.preventDefault();
    run();
  }

  return { ...on, selected, news, handleKey };
}

type KeyActions = Omit<PageKeys, 'selected' | 'news' | 'handleKey'>;

/** Returns the action of a key; undefined for keys that are left to the browser. */
function keyOf(
  event: KeyboardEvent,
  groups: readonly BoardGroup[],
  selected: PageKeys['selected'],
  on: KeyActions,
): (() => unknown) | undefined {
  const key = event.key.length === 1 ? event.key.toLowerCase() : keyInReadingDirection(event.key);
  if (event.ctrlKey || event.metaKey) return key === 'z' ? on.undo : undefined;
  if (!selected) return undefined;
  const { group, index, groupIndex } = selected;
  const [before, after] = [groups[groupIndex - 1], groups[groupIndex + 1]];
  const otherFolder = groups.slice(groupIndex).find((other) => folderOf(other) !== folderOf(group));
  const altered: Record<string, () => void> = { ArrowLeft: () => on.move(-1), ArrowRight: () => on.move(1) };
  const plain: Record<string, () => unknown> = {
    ArrowRight: () => (index + 1 < group.pictures.length ? on.select(group, index + 1) : on.select(after, 0)),
    ArrowLeft: () => (index > 0 ? on.select(group, index - 1) : on.select(before, Infinity)),
    ArrowDown: () => on.select(after, 0),
    ArrowUp: () => on.select(before, 0),
    Home: () => on.select(group, 0),
    End: () => on.select(group, Infinity),
    PageDown: () => on.select(otherFolder, 0),
    s: on.split,
    j: () => on.join(group),
    e: () => on.each(group),
    n: on.next,
    Enter: () => on.accept(group),
    Delete: on.leaveOutPage,
    ' ': on.view,
  };
  return (event.altKey ? altered : plain)[key];
}
