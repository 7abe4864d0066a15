import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Checks that every rule in `docs/coverage.md` names an existing test, a choice, or is marked as open. */

const root = path.join(import.meta.dirname, '..');
const product = readFileSync(path.join(import.meta.dirname, 'product.md'), 'utf8');
const choiceCount = (
  product
    .split('## 10. Choices')[1]
    ?.split('\n## ')[0]
    ?.match(/^\d+\. /gm) ?? []
).length;

type Row = { line: number; section: number; rule: string; holder: string };

/** Returns the rows of every table in the page: the section of its heading, the rule, and its tests. */
function readRows(): Row[] {
  const lines = readFileSync(path.join(import.meta.dirname, 'coverage.md'), 'utf8').split('\n');
  let section = 0;
  return lines.flatMap((text, index) => {
    section = Number(/^## (\d+)\. /.exec(text)?.[1] ?? section);
    const [, rule = '', holder = ''] = text.split('|').map((cell) => cell.trim());
    return rule && !['Rule', '---'].includes(rule) ? [{ line: index + 1, section, rule, holder }] : [];
  });
}

/** Returns the fault of one entry of a row, or null. */
function faultOf(holder: string): string | null {
  if (/^open: \S/.test(holder)) return null;
  const choice = /^choice (\d+): \S/.exec(holder);
  if (choice) return Number(choice[1]) >= 1 && Number(choice[1]) <= choiceCount ? null : 'no such choice';
  const [file, name] = (/^`(.+)`$/.exec(holder)?.[1] ?? '').split(' — ');
  if (!file || !name) return 'neither a test, a choice nor open';
  if (!existsSync(path.join(root, file))) return `no such file: ${file}`;
  const named = readTitles(file).filter((title) =>
    name.endsWith('…') ? title.startsWith(name.slice(0, -1)) : title === name,
  );
  if (named.length > 1) return `${named.length} tests in ${file} begin with: ${name}`;
  return named.length === 1 ? null : `no such test in ${file}: ${name}`;
}

/** Returns the names of the tests in a file: `test('…'` or, of a table, `)('…'`. */
function readTitles(file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  const titles = source.matchAll(/(?:\btest(?:\.\w+)*|\))\(\s*(?<quote>['"`])(?<title>.*?)\k<quote>/g);
  return [...new Set(Array.from(titles, ({ groups }) => groups?.['title'] ?? ''))];
}

test('every rule names an existing test or a choice, or is marked as open', () => {
  const rows = readRows();
  const faults = rows.flatMap(({ line, holder }) =>
    holder.split('<br>').flatMap((each) => {
      const fault = faultOf(each.trim());
      return fault ? [`coverage.md:${line}: ${fault}`] : [];
    }),
  );
  expect(faults).toEqual([]);
  const open = rows.filter(({ holder }) => holder.includes('open: '));
  process.stdout.write(`coverage: ${rows.length} rules, ${open.length} open\n`);
});

test('all nine sections exist in order, and no rule occurs twice', () => {
  const rows = readRows();
  const sections = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  expect([...new Set(rows.map(({ section }) => section))]).toEqual(sections);
  for (const section of sections) expect(product).toContain(`\n## ${section}. `);
  expect(choiceCount).toBe(26);
  const rules = rows.map(({ section, rule }) => `${section} ${rule}`);
  expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
});

test('a row without an entry, or with an unknown one, is reported', () => {
  expect(faultOf('')).not.toBeNull();
  expect(faultOf('choice 99: none')).not.toBeNull();
  expect(faultOf('`docs/nowhere.test.ts — a test`')).toBe('no such file: docs/nowhere.test.ts');
  expect(faultOf('`docs/coverage.test.ts — a row without`')).not.toBeNull();
  expect(faultOf('`docs/coverage.test.ts — a…`')).toBe('2 tests in docs/coverage.test.ts begin with: a…');
  expect(faultOf('`docs/coverage.test.ts — a page…`')).not.toBeNull();
  expect(faultOf('`docs/coverage.test.ts — a row with…`')).toBeNull();
  expect(faultOf('`docs/coverage.test.ts — all nine sections exist in order, and no rule occurs twice`')).toBeNull();
});
