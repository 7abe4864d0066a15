import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMatches, isSearchable, type FindOptions } from './find-matches.ts';
import { foldQuery, foldText, type LinedText } from './folded-text.ts';

const loose: FindOptions = { matchCase: false, wholeWords: false, anyWord: false };

/** A page with these lines, one after the other in the text layer without anything between them. */
function lines(...each: string[]): LinedText {
  const lineEnds: number[] = [];
  let length = 0;
  for (const line of each) lineEnds.push((length += line.length));
  return { text: each.join(''), lineEnds };
}

/** The parts of the original that are found. */
function found(page: LinedText, query: string, options: FindOptions = loose): string[] {
  const spans = findMatches(page, query, options);
  return Array.from({ length: spans.length / 2 }, (_, index) =>
    page.text.slice(spans[index * 2], spans[index * 2 + 1]),
  );
}

describe('equivalent characters match', () => {
  test.each([
    ['capitals and small letters', 'The Turing Machine', 'turing machine', ['Turing Machine']],
    ['accents, composed or not', 'Café cafe\u0301 CAFE', 'cafe', ['Café', 'cafe\u0301', 'CAFE']],
    ['typed accents', 'cafe', 'café', ['cafe']],
    ['a ligature, marked whole', 'e\ufb03cient \ufb01le', 'fi', ['\ufb03', '\ufb01']],
    ['the German sharp s', 'Straße', 'STRASSE', ['Straße']],
    ['every Greek sigma', 'ΟΔΟΣ οδός', 'οδος', ['ΟΔΟΣ', 'οδός']],
    ['any number of spaces', 'finite \u00a0  automata', 'finite automata', ['finite \u00a0  automata']],
    ['dashes and quotation marks', 'Baker’s “A–B”', 'baker\'s "a-b"', ['Baker’s “A–B”']],
    ['full width letters', 'ＡＢＣ', 'abc', ['ＡＢＣ']],
    ['zero-width characters', 'co\u00adop\u200berate', 'cooperate', ['co\u00adop\u200berate']],
    ['letters beyond the first plane', '𝒜 and 𝑩', 'b', ['𝑩']],
    ['Arabic with and without vowel points', 'كِتَابٌ كتاب', 'كتاب', ['كِتَابٌ', 'كتاب']],
    ['Arabic presentation forms and the stretching stroke', 'ﻛﺘﺎﺏ كتـــاب', 'كتاب', ['ﻛﺘﺎﺏ', 'كتـــاب']],
  ])('%s', (_name, text, query, expected) => {
    expect(found(lines(text), query)).toEqual(expected);
  });

  test('a vowel sign of Devanagari is a letter, not an accent', () => {
    const page = lines('प्रश्न पत्र, किताब, कताब');
    expect(found(page, 'प्रश्न पत्र')).toEqual(['प्रश्न पत्र']);
    expect(found(page, 'किताब')).toEqual(['किताब']);
  });

  test('Korean syllables are compared as a whole', () => {
    expect(found(lines('각 가'), '가')).toEqual(['가']);
  });
});

describe('hits continue across the ends of lines', () => {
  test('the end of a line counts as a space', () => {
    expect(found(lines('the finite', 'automaton'), 'finite automaton')).toEqual(['finiteautomaton']);
    expect(found(lines('the finite', 'automaton'), 'finiteautomaton')).toEqual([]);
    expect(found(lines('the finite ', ' automaton'), 'finite automaton')).toEqual(['finite  automaton']);
  });

  test('a word divided at the end of a line is found as one word, and also with its hyphen', () => {
    expect(found(lines('the auto-', 'maton'), 'automaton')).toEqual(['auto-maton']);
    expect(found(lines('the auto\u00ad', 'maton'), 'automaton')).toEqual(['auto\u00admaton']);
    expect(found(lines('a well-', 'known one'), 'well-known')).toEqual(['well-known']);
  });

  test('a dash at the end of a line does not divide a word', () => {
    expect(found(lines('from 1990-', '1995'), '1990- 1995')).toEqual(['1990-1995']);
    expect(found(lines('this —', 'that'), 'this that')).toEqual([]);
  });

  test('lines of Chinese continue without a space', () => {
    expect(found(lines('有限', '自动机'), '有限自动机')).toEqual(['有限自动机']);
  });
});

test('case and whole words matter if chosen', () => {
  const page = lines('Graph graph graphs subgraph graph_a, graph.');
  expect(found(page, 'graph')).toHaveLength(6);
  expect(found(page, 'graph', { matchCase: true, wholeWords: false, anyWord: false })).toHaveLength(5);
  expect(found(page, 'graph', { matchCase: false, wholeWords: true, anyWord: false })).toHaveLength(3);
  expect(found(page, 'graph.', { matchCase: false, wholeWords: true, anyWord: false })).toEqual(['graph.']);
});

test('hits never overlap', () => {
  expect(found(lines('aaaaa'), 'aa')).toEqual(['aa', 'aa']);
});

test('a query of only spaces and zero-width characters is empty', () => {
  expect([isSearchable(' \t'), isSearchable('\u200b'), isSearchable(' a ')]).toEqual([false, false, true]);
});

const anyText = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom(
      ' ',
      '-',
      '\u00ad',
      '\ufb01',
      'é',
      'e\u0301',
      'की',
      'ﷺ',
      'ß',
      '각',
      '𝒜',
      '\u200d',
      '\u0301',
      '´',
      'İ',
    ),
  ),
  { maxLength: 12 },
);

test('every letter of a folded text stands for a part of the original, in order', () => {
  fc.assert(
    fc.property(anyText, (pieces) => {
      const page = lines(...pieces);
      const { text, starts, ends } = foldText(page);
      expect([starts.length, ends.length]).toEqual([text.length, text.length]);
      let last = 0;
      for (const [index, start] of starts.entries()) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(ends[index]).toBeGreaterThanOrEqual(start);
        expect(ends[index]).toBeLessThanOrEqual(page.text.length);
        last = start;
      }
    }),
  );
});

test('a found part, folded, contains the query', () => {
  fc.assert(
    fc.property(anyText, fc.nat(), fc.nat({ max: 10 }), (pieces, from, length) => {
      const page = lines(...pieces);
      const typed = page.text.slice(from % (page.text.length + 1)).slice(0, length);
      const query = foldQuery(typed);
      for (const hit of found({ text: page.text, lineEnds: [] }, typed)) {
        // A ligature is marked as a whole, so a hit may be longer than the query, but not shorter.
        expect(foldText({ text: hit, lineEnds: [] }).text).toContain(query);
      }
    }),
  );
});

test('a word is found wherever it is inserted', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
      const page = { text: `${before} Automaton ${after}`, lineEnds: [] };
      expect(found(page, 'automaton')).toContain('Automaton');
    }),
  );
});
