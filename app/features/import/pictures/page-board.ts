import { photographLimits } from '#contract/photographs.ts';
import type { HashedPicture, LeftOutPicture } from '#app/features/import/intake/inspect-pictures.ts';
import type { PlanDoubt, PlannedGroup } from '#app/features/import/intake/plan-pages.ts';
import * as words from '#messages/import/intake.ts';

/** Pictures that become one PDF when a person confirms the group. */
export type BoardGroup = {
  id: number;
  pictures: readonly HashedPicture[];
  /** Why the group needs a decision; null once it was made. */
  doubt: PlanDoubt | null;
  /** Reason why no PDF could be made of these pictures; null if none was tried. */
  failure: string | null;
};

/** The groups and the left-out pictures before PDFs are made. Groups of one folder are adjacent. */
export type PageBoard = {
  groups: readonly BoardGroup[];
  leftOut: readonly LeftOutPicture[];
  lastId: number;
};

export const emptyBoard: PageBoard = { groups: [], leftOut: [], lastId: 0 };

/** Returns the pictures in groups. */
export const countPages = ({ groups }: PageBoard): number =>
  groups.reduce((sum, { pictures }) => sum + pictures.length, 0);

export const folderOf = ({ pictures: [first] }: Pick<BoardGroup, 'pictures'>): string =>
  first ? first.path.slice(0, Math.max(0, first.path.lastIndexOf('/'))) : '';

/** Returns the pictures that are not on the board yet: a user may choose the same folder twice. */
export function withoutPresent<Item extends { path: string }>(board: PageBoard, pictures: readonly Item[]): Item[] {
  const present = new Set([
    ...board.groups.flatMap((group) => group.pictures.map(({ path }) => path)),
    ...board.leftOut.map(({ picture }) => picture.path),
  ]);
  return pictures.filter(({ path }) => !present.has(path));
}

/** Adds groups after those of the same folder, and left-out pictures. */
export function addToBoard(
  board: PageBoard,
  added: { groups: readonly (PlannedGroup & { failure?: string })[]; leftOut: readonly LeftOutPicture[] },
): PageBoard {
  let { lastId } = board;
  const groups = [...board.groups];
  for (const { pictures, doubt, failure = null } of added.groups) {
    lastId += 1;
    const group = { id: lastId, pictures, doubt, failure };
    const last = groups.findLastIndex((other) => folderOf(other) === folderOf(group));
    groups.splice(last === -1 ? groups.length : last + 1, 0, group);
  }
  return { groups, leftOut: [...board.leftOut, ...added.leftOut], lastId };
}

/** Returns the group above if it is from the same folder and both groups fit into one PDF. */
export function groupAbove(board: PageBoard, id: number): BoardGroup | null {
  const index = board.groups.findIndex((group) => group.id === id);
  const [above, group] = [board.groups[index - 1], board.groups[index]];
  if (!above || !group || folderOf(above) !== folderOf(group)) return null;
  return above.pictures.length + group.pictures.length <= photographLimits.maxPages ? above : null;
}

/** Joins a group to the one above it. The pages of the upper one come first. */
export function joinGroups(board: PageBoard, id: number): PageBoard {
  const above = groupAbove(board, id);
  const group = board.groups.find((each) => each.id === id);
  if (!above || !group) return board;
  const joined = { ...above, pictures: [...above.pictures, ...group.pictures], doubt: null, failure: null };
  return {
    ...board,
    groups: board.groups.flatMap((each) => (each === above ? [joined] : each === group ? [] : [each])),
  };
}

/**
 * Splits a group before the picture at `index`. Confirms the first part, and also the second if it is a single page.
 */
export function splitGroup(board: PageBoard, id: number, index: number): PageBoard {
  const group = board.groups.find((each) => each.id === id);
  if (!group || index <= 0 || index >= group.pictures.length) return board;
  const lastId = board.lastId + 1;
  const parts = [
    { ...group, pictures: group.pictures.slice(0, index), doubt: null, failure: null },
    {
      id: lastId,
      pictures: group.pictures.slice(index),
      doubt: index + 1 < group.pictures.length ? group.doubt : null,
      failure: null,
    },
  ];
  return { ...board, lastId, groups: board.groups.flatMap((each) => (each === group ? parts : [each])) };
}

/** Makes a group of each picture of a group. */
export function splitIntoOnes(board: PageBoard, id: number): PageBoard {
  const group = board.groups.find((each) => each.id === id);
  if (!group) return board;
  const ones = group.pictures.map((picture, index) => ({
    id: index === 0 ? group.id : board.lastId + index,
    pictures: [picture],
    doubt: null,
    failure: null,
  }));
  return {
    ...board,
    lastId: board.lastId + group.pictures.length,
    groups: board.groups.flatMap((each) => (each === group ? ones : [each])),
  };
}

/** Confirms groups as they are. */
export function acceptGroups(board: PageBoard, ids: readonly number[]): PageBoard {
  return {
    ...board,
    groups: board.groups.map((group) => (ids.includes(group.id) ? { ...group, doubt: null } : group)),
  };
}

/** Leaves out one picture of a group, or all of them if `index` is null. */
export function leaveOut(board: PageBoard, id: number, index: number | null): PageBoard {
  const group = board.groups.find((each) => each.id === id);
  if (!group) return board;
  const gone = index === null ? group.pictures : group.pictures.slice(index, index + 1);
  const stays = index === null ? [] : group.pictures.toSpliced(index, 1);
  const left = { ...group, pictures: stays, failure: null };
  return {
    ...board,
    groups: board.groups.flatMap((each) => (each === group ? (stays.length === 0 ? [] : [left]) : [each])),
    leftOut: [...board.leftOut, ...gone.map((picture) => ({ picture, reason: words.leftOutByHand }))],
  };
}

/** Adds left-out pictures back as groups, except those in `lost`, which can no longer be read. */
export function takeIn(
  board: PageBoard,
  groups: readonly PlannedGroup[],
  lost: readonly { path: string }[] = [],
): PageBoard {
  const taken = new Set(groups.flatMap(({ pictures }) => pictures.map(({ path }) => path)));
  const gone = new Set(lost.map(({ path }) => path));
  const leftOut = board.leftOut
    .filter(({ picture }) => !taken.has(picture.path))
    .map((each) => (gone.has(each.picture.path) ? { ...each, reason: words.noLongerReadable } : each));
  return addToBoard({ ...board, leftOut }, { groups, leftOut: [] });
}

/** Updates left-out pictures of a material that was restored or unhidden. */
export function noteBack(board: PageBoard, materialId: string): PageBoard {
  const leftOut = board.leftOut.map(({ back, ...each }) =>
    back?.materialId === materialId
      ? { ...each, reason: words.pageOf(back.title, 'published') }
      : { ...each, ...(back && { back }) },
  );
  return { ...board, leftOut };
}

/** Moves a page within its group by a number of positions, at most to the ends. */
export function movePage(board: PageBoard, id: number, index: number, by: number): PageBoard {
  return {
    ...board,
    groups: board.groups.map((group) => {
      const picture = group.pictures[index];
      if (group.id !== id || !picture) return group;
      const rest = group.pictures.toSpliced(index, 1);
      return { ...group, pictures: rest.toSpliced(Math.min(rest.length, Math.max(0, index + by)), 0, picture) };
    }),
  };
}

/** Removes groups whose PDF is being made. */
export function removeGroups(board: PageBoard, ids: ReadonlySet<number>): PageBoard {
  return { ...board, groups: board.groups.filter(({ id }) => !ids.has(id)) };
}
