import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listSettings, type Setting } from './settings.ts';

const readme = path.join(import.meta.dirname, '..', 'README.md');

function writeTable(): string {
  const rows = listSettings().map((setting) => [`\`${setting.name}\``, writeDefault(setting), setting.meaning]);
  return ['| name | default | meaning |', '|---|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join(
    '\n',
  );
}

const writeDefault = ({ default: standard, unset }: Setting) => unset ?? (standard ? `\`${standard}\`` : 'none');

test("README's table of settings is the same as the one in the code", async () => {
  const page = await readFile(readme, 'utf8');
  const table = `\n${writeTable()}\n\n`;
  expect(page.includes(table), `README.md must have this table of settings:\n${table}`).toBe(true);
});

test('no two settings have the same name', () => {
  const names = listSettings().map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});
