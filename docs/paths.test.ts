import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');

/** Not part of the code: built, installed, or made at runtime. */
const skipped = /(?:^|\/)(?:node_modules|dist|data|\.git|output)(?:\/|$)/;
const files = readdirSync(root, { withFileTypes: true })
  .filter(({ name }) => !skipped.test(name))
  .flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(path.join(root, entry.name), { recursive: true, encoding: 'utf8' }).map(
          (name) => `${entry.name}/${name}`,
        )
      : [entry.name],
  )
  .map((name) => name.replaceAll(path.sep, '/'))
  .filter((name) => !skipped.test(name));
/** Made by a command, so a fresh clone does not have it. */
const made = 'test/output/shots';

const folders = readdirSync(root);
const known = new Set([...folders, ...files, ...files.map((name) => path.posix.basename(name)), made]);

const documents = files.filter((name) => name.endsWith('.md') && (!name.includes('/') || name.startsWith('docs/')));

/** A path of ours, or the bare name of a source file. Patterns (`*.suite.ts`) and addresses are neither. */
const pathForm =
  /^(?:(?:app|bench|catalogue|content|contract|deploy|docs|domain|lint|samples|scripts|server|test)\/[\w$@./-]*|[\w$-]+(?:\.\w+)*\.(?:ts|tsx|css|mjs|sql))$/;

/** Returns the anchors of a document's headings, as GitHub makes them. */
function anchorsOf(document: string): Set<string> {
  const text = readFileSync(path.join(root, document), 'utf8').replace(/```[\s\S]*?```/g, '');
  return new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));
}

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-');

test.each(documents)('every link in %s to a heading leads to one', (document) => {
  const text = readFileSync(path.join(root, document), 'utf8');
  const broken = [...text.matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)].filter(([, link = '', anchor = '']) => {
    const target = link === '' ? document : path.posix.join(path.posix.dirname(document), link);
    return target.endsWith('.md') && !anchorsOf(target).has(anchor);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test('every document that the program names exists, and so does the named heading', () => {
  const sources = files.filter((name) =>
    /^(app|server|contract|domain|scripts)\/.*(?<!\.(?:test|suite))\.tsx?$/.test(name),
  );
  const broken = sources.flatMap((source) => {
    const text = readFileSync(path.join(root, source), 'utf8');
    const unknown = [...text.matchAll(/\bdocs\/[\w/-]+\.md/g)].filter(([document]) => !known.has(document));
    const named = [...text.matchAll(/"([^"\n]+)" in (docs\/[\w/-]+\.md)/g)].filter(
      ([, heading = '', document = '']) => known.has(document) && !anchorsOf(document).has(anchorOf(heading)),
    );
    return [...unknown, ...named].map(([words]) => `${source}: ${words}`);
  });
  expect(broken).toEqual([]);
});

test.each(documents)('every path and link in %s exists', (document) => {
  // The content of a block is an example.
  const text = readFileSync(path.join(root, document), 'utf8').replace(/```[\s\S]*?```/g, '');
  const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code).filter((code) => pathForm.test(code));
  const linked = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) =>
    path.posix.join(path.posix.dirname(document), link),
  );
  const missing = [...named, ...linked].filter((each) => !known.has(each.replace(/\/$/, '')));
  expect(missing).toEqual([]);
});
