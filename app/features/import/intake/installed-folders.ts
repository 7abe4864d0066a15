import type { LeftOutKind } from './file-kinds.ts';

/** Patterns that match the path up to the first folder of an installed program, with the kind of its files. */
const roots: readonly (readonly [kind: LeftOutKind, root: RegExp])[] = [
  ['environment', /^.*?(?=\/(?:Lib|lib|lib64)\/(?:python[\d.]+\/)?site-packages\/)/],
  ['environment', /^.*?(?=\/pyvenv\.cfg$)/],
  ['environment', /^.*?\/(?:site-packages|dist-packages)(?=\/)/],
  ['packages', /^.*?\/(?:node_modules|bower_components)(?=\/)/],
];

/**
 * Finds the folders of installed programs: Python environments and npm packages. They hold thousands of files, including
 * pages, pictures and PDFs, none of which is a material. Returns the kind of each folder.
 */
export function findInstalledFolders(paths: Iterable<string>): Map<string, LeftOutKind> {
  const found = new Map<string, LeftOutKind>();
  for (const path of paths) {
    for (const [kind, pattern] of roots) {
      const root = pattern.exec(path)?.[0];
      if (root) found.set(root, kind);
    }
  }
  return found;
}

/** Returns the folders of a path, the outermost first: `a`, `a/b` of `a/b/c.pdf`. */
export function foldersOf(path: string): string[] {
  const steps = path.split('/');
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join('/'));
}
