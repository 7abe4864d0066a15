/** One finding. */
export type Finding<Kind extends string> = {
  kind: Kind;
  /** A file's id, a path, or a sentence. */
  what: string;
};

/** Findings, in the order of their kinds. */
export interface Findings<Kind extends string> {
  add(kind: Kind, what: string): void;
  /** Adds findings. Set `total` if there are more than those that are named. */
  addAll(kind: Kind, names: Iterable<string>, total?: number): void;
  /** Returns the first findings of each kind. */
  list(): Finding<Kind>[];
  /** Returns the number of findings of each kind that has more findings than `list`. */
  counts(): Partial<Record<Kind, number>>;
}

/**
 * Maximum number of findings of one kind that are stored by name, so that memory use does not grow with the library.
 */
export const mostNamed = 1000;

export function createFindings<Kind extends string>(kinds: readonly Kind[]): Findings<Kind> {
  const found = new Map(kinds.map((kind) => [kind, { names: [] as string[], count: 0 }]));

  function addAll(kind: Kind, names: Iterable<string>, total?: number): void {
    const entry = found.get(kind);
    if (!entry) throw new Error(`"${kind}" is not known here`);
    let added = 0;
    for (const name of names) {
      added += 1;
      if (entry.names.length < mostNamed) entry.names.push(name);
    }
    entry.count += total ?? added;
  }

  return {
    add: (kind, what) => addAll(kind, [what]),
    addAll,
    list: () => [...found].flatMap(([kind, { names }]) => names.map((what) => ({ kind, what }))),
    counts: () =>
      Object.fromEntries(
        [...found].filter(([, { names, count }]) => count > names.length).map(([kind, { count }]) => [kind, count]),
      ) as Partial<Record<Kind, number>>,
  };
}
