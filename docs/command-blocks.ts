import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A block of shell commands in a document. */
export type CommandBlock = {
  /** The heading above it and its number below that heading, e.g. `Install 2`. */
  name: string;
  commands: string;
};

/** Returns all blocks of shell commands (```` ```sh ````) of a document in this folder, also those in lists. */
export function readCommandBlocks(document: string): CommandBlock[] {
  const blocks: CommandBlock[] = [];
  let heading = '';
  let count = 0;
  let open: { indent: string; lines: string[]; isShell: boolean } | null = null;
  for (const line of readFileSync(path.join(import.meta.dirname, document), 'utf8').split('\n')) {
    const fence = /^( *)```(\w*)$/.exec(line);
    if (open && fence) {
      if (open.isShell) blocks.push({ name: `${heading} ${(count += 1)}`, commands: open.lines.join('\n') });
      open = null;
    } else if (open) open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
    else if (fence) open = { indent: fence[1] ?? '', lines: [], isShell: fence[2] === 'sh' };
    else if (/^#+ /.test(line)) {
      heading = line.replace(/^#+ /, '').replaceAll('`', '');
      count = 0;
    }
  }
  return blocks;
}
