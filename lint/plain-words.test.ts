import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Code and documents; the texts of samples and labelled questions belong to their authors. */
const code = globSync('{app,bench,contract,deploy,domain,lint,messages,scripts,server,test}/**/*.{ts,tsx,mjs}');
const documents = globSync(['*.md', 'docs/**/*.md']);

/** Words that CONTRIBUTING.md replaces. */
const avoided = /\b(?:told|anew|whoever)\b|\bfor want of\b|\bso often\b|\bfor so long\b/i;

/** Files that need such a word, with the reason. */
const allowed: Record<string, string> = {
  'CONTRIBUTING.md': 'lists odd words',
  'app/words.test.ts': 'lists odd words',
  'lint/plain-words.test.ts': 'lists odd words',
  'server/engines/database/sql/tables.ts': 'names the column `told`',
  'server/engines/database/records/staging/staging-arrivals.ts': 'names the columns `told` and `is_told`',
  'server/engines/database/records/staging/staging-reads.ts': 'names the column `told`',
  'server/engines/database/records/staging/staging-rows.ts': 'names the column `told`',
  'server/engines/database/records/staging/staging-writes.ts': 'names the column `told`',
  'server/engines/database/transfer/moved-tables.ts': 'names the column `told`',
  'server/library/import/merge-copies.test.ts': 'inserts into the column `told`',
  'server/library/import/older-database.test.ts': 'inserts into the column `told`',
  'test/support/movable-library.ts': 'inserts into the column `told`',
  'test/support/published-drive.ts': 'inserts into the column `told`',
};

/** File names of decisions, which stay what they were. */
const decisionName = /\b\d{4}-[a-z-]+/g;

const findLines = (files: readonly string[], pattern: RegExp) =>
  files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line.replaceAll(decisionName, '')) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
      ),
  );

test('no doc comment begins with a question word', () => {
  expect(findLines(code, /\/\*\* ?(?:What|Who|Whose|Whether|How often|So)\b/)).toEqual([]);
});

test('code and documents avoid words that readers stumble over', () => {
  const files = [...code, ...documents].filter((file) => !(file in allowed));
  expect(findLines(files, avoided)).toEqual([]);
});

test('every allowed use of an avoided word is still there', () => {
  const unused = Object.keys(allowed).filter((file) => findLines([file], avoided).length === 0);
  expect(unused).toEqual([]);
});
