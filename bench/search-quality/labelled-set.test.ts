import { describe, expect, test } from 'vitest';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { kindDefinitions } from '#domain/material.ts';
import { splitWords, stemOf } from '#domain/search/search-text.ts';
import {
  groupIntoDocuments,
  looks,
  readLabelledPages,
  readLabelledQueries,
  readSampleQueries,
} from './labelled-set.ts';
import { slip } from './slip-keys.ts';

const pages = await readLabelledPages();
const queries = await readLabelledQueries();
const stemsOf = (text: string) => splitWords(text).map(({ exact }) => stemOf(exact));

describe('the labelled set', () => {
  test('has every look, and documents whose pages agree', () => {
    expect(new Set(pages.map(({ look }) => look))).toEqual(new Set(looks));
    expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length);
    for (const document of groupIntoDocuments(pages)) {
      for (const page of document.pages) expect(page).toMatchObject({ title: document.title, look: document.look });
      expect(document.look === 'html' ? document.pages.length : 1).toBe(1);
      const type = document.look === 'html' ? 'text/html' : 'application/pdf';
      expect(kindDefinitions[document.kind].documentTypes).toContain(type);
    }
  });

  test('has at least 250 queries, a tenth in Nepali, a third with a typing error, of 2 to 8 words', () => {
    expect(queries.length).toBeGreaterThanOrEqual(250);
    const share = (own: unknown[]) => own.length / queries.length;
    expect(share(queries.filter(({ group }) => group.language === 'Nepali'))).toBeGreaterThanOrEqual(0.1);
    expect(share(queries.filter(({ typed, meant }) => typed !== meant))).toBeGreaterThanOrEqual(0.33);
    for (const { typed, meant } of queries) {
      for (const words of [typed.split(' '), meant.split(' ')]) {
        expect(words.length, typed).toBeGreaterThanOrEqual(2);
        expect(words.length, typed).toBeLessThanOrEqual(8);
      }
    }
    for (let count = 2; count <= 8; count += 1) {
      expect(queries.some(({ meant }) => meant.split(' ').length === count)).toBe(true);
    }
  });

  test('has queries whose words only the right page has, in another order', () => {
    const vocabularies = pages.map((page) => ({
      page,
      words: new Set(stemsOf([...page.lines, page.title, page.subject].join('\n'))),
    }));
    for (const { page } of vocabularies) {
      for (const query of page.queries) {
        const having = vocabularies.filter(({ words }) => stemsOf(query).every((word) => isAmong(word, words)));
        expect(
          having.map((each) => each.page.id),
          query,
        ).toEqual([page.id]);
        for (const line of page.lines) expect(isInOrder(stemsOf(query), stemsOf(line)), query).toBe(false);
      }
    }
  });

  test('has no query twice', () => {
    expect(new Set(queries.map(({ typed }) => typed)).size).toBe(queries.length);
  });

  test('has queries for materials that are shipped as samples', async () => {
    const file = path.join(import.meta.dirname, '..', '..', 'samples', 'samples.json');
    const { materials } = JSON.parse(await readFile(file, 'utf8')) as { materials: { id: string }[] };
    const shipped = new Set(materials.map(({ id }) => id));
    for (const { material } of await readSampleQueries()) expect(shipped).toContain(material);
  });
});

test('a typing error changes one word by a letter, in the same way each time', () => {
  const slipped = queries.filter(({ typed, meant }) => typed !== meant);
  for (const { typed, meant } of slipped) {
    expect(slip(meant)).toBe(typed);
    const before = meant.split(' ');
    const changed = typed.split(' ').filter((word, index) => word !== before[index]);
    expect(changed, typed).toHaveLength(1);
  }
  expect(slip('a of 12')).toBe('a of 12');
});

/** True if the word is among them; Nepali endings such as `को` may be missing. */
function isAmong(word: string, words: ReadonlySet<string>): boolean {
  if (words.has(word)) return true;
  return /^\p{Script=Devanagari}/u.test(word) && [...words].some((each) => each.startsWith(word));
}

/** True if the words come in the line in this order, with others between them. */
function isInOrder(words: readonly string[], line: readonly string[]): boolean {
  let found = 0;
  for (const word of line) if (word === words[found]) found += 1;
  return found === words.length;
}
