/** The parts of a path as the table shows them. `name` is `head` and `tail`; only `head` may be cut off. */
export type ShownPath = { head: string; tail: string; folder: string };

export type ShownNames = {
  /** The folders common to all shown paths, which are omitted. */
  common: string;
  /** Returns the parts of a path, with its folder relative to the common folder. */
  partsOf: (path: string) => ShownPath;
};

/** Maximum length of a name that fits into the column without being cut, in UTF-16 code units. */
const maxWhole = 26;
/** Minimum length of the visible end of a long name: its extension and a few more characters. */
const minTail = 12;

const separator = ' / ';

/**
 * Decides how to show these paths so that differences stay visible: without their common folders, and with long names cut
 * before the position where they differ from the most similar other name.
 */
export function showNames(paths: readonly string[]): ShownNames {
  const common = commonFolders(paths);
  const names = [...new Set(paths.map(nameOf))].toSorted();
  const differsAt = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    if (name.length <= maxWhole) continue;
    const before = names[index - 1] ?? '';
    const after = names[index + 1] ?? '';
    differsAt.set(name, Math.max(commonLength(before, name), commonLength(name, after)));
  }
  return {
    common: common.join(separator),
    partsOf(path) {
      const steps = path.split('/');
      const name = steps.pop() ?? path;
      const at = differsAt.get(name);
      const cut = at === undefined ? 0 : cutBefore(name, at);
      return { head: name.slice(0, cut), tail: name.slice(cut), folder: steps.slice(common.length).join(separator) };
    },
  };
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function commonFolders(paths: readonly string[]): string[] {
  let common: string[] | null = null;
  for (const path of paths) {
    const folders = path.split('/').slice(0, -1);
    if (common === null) common = folders;
    let length = 0;
    while (length < common.length && common[length] === folders[length]) length += 1;
    if (length < common.length) common = common.slice(0, length);
    if (length === 0) break;
  }
  return common ?? [];
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/**
 * Returns the start of the word in which a name differs, with enough text after it; 0 if the name differs at its
 * beginning.
 */
function cutBefore(name: string, differsAt: number): number {
  const at = Math.min(differsAt, name.length - minTail);
  const words = /[\s_.,()[\]-]+/g;
  let start = 0;
  for (let found = words.exec(name); found && words.lastIndex <= at; found = words.exec(name)) start = words.lastIndex;
  return start;
}
