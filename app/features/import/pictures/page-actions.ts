import {
  acceptGroups,
  joinGroups,
  leaveOut,
  movePage,
  splitGroup,
  splitIntoOnes,
  type BoardGroup,
  type PageBoard,
} from './page-board.ts';
import { count } from './picture-words.ts';

/** The position of a page. */
export type FoundPage = { path: string; group: BoardGroup; groupIndex: number; index: number };

export function findPage({ groups }: PageBoard, path: string): FoundPage | null {
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
export function createPageActions({ board, selected, onSelect, act }: Parts) {
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
      act((before) => joinGroups(before, group.id), 'Joined with the previous PDF.');
    },

    each(group: BoardGroup) {
      selectFirst(group);
      act((before) => splitIntoOnes(before, group.id), `Now ${count(group.pictures.length, 'PDF')}.`);
    },

    accept(group: BoardGroup) {
      if (group.doubt === null) return;
      selectFirst(group);
      act((before) => acceptGroups(before, [group.id]), 'One PDF.');
    },

    acceptAll() {
      const ids = board.groups.filter(({ doubt }) => doubt !== null).map(({ id }) => id);
      act((before) => acceptGroups(before, ids), `${count(ids.length, 'PDF')} stay as shown.`);
    },

    leaveOutGroup(group: BoardGroup) {
      selectAfter(group, undefined);
      act((before) => leaveOut(before, group.id, null), `${count(group.pictures.length, 'picture')} left out.`);
    },

    leaveOutPage() {
      if (!selected) return;
      const { group, index } = selected;
      selectAfter(group, group.pictures[index + 1] ?? group.pictures[index - 1]);
      act((before) => leaveOut(before, group.id, index), 'The picture was left out.');
    },

    split() {
      if (!selected || selected.index === 0) return;
      const { group, index } = selected;
      act((before) => splitGroup(before, group.id, index), 'Split into two PDFs.');
    },

    move(by: -1 | 1) {
      if (!selected?.group.pictures[selected.index + by]) return;
      const { group, index } = selected;
      act((before) => movePage(before, group.id, index, by), `Page ${index + by + 1} of ${group.pictures.length}.`);
    },
  };
}
