import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findHits } from '#domain/search/search-hits.ts';
import { parseSearchQuery } from '#domain/search/search-query.ts';
import { foldText, type LinedText } from '#app/features/viewer/find/folded-text.ts';
import { foldQuery, isSearchable } from '#app/features/viewer/find/match-text.ts';
import { findMatches, type FindOptions } from './find-matches.ts';

const loose: FindOptions = { matchCase: false, wholeWords: false, anyWord: false };

/** Returns a page with these lines, one after the other in the text layer without anything between them. */
function lines(...each: string[]): LinedText {
  const lineEnds: number[] = [];
  let length = 0;
  for (const line of each) lineEnds.push((length += line.length));
  return { text: each.join(''), lineEnds };
}

/** Returns the found parts of the original. */
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
    ['digits of every script', 'परीक्षा २०७९', '2079', ['२०७९']],
    ['typed digits of another script', 'Exam 2079', '२०७९', ['2079']],
    ['both nasal signs of Devanagari', 'चाँद हाँ', 'चांद', ['चाँद']],
    ['a nasal as a half letter or as a sign', 'पूर्णाङ्क', 'पूर्णांक', ['पूर्णाङ्क']],
    ['letters with and without nukta', 'पढ़ाइ लड़का', 'लडका', ['लड़का']],
    ['long and short vowels', 'विद्यार्थीहरू पढाई', 'पढाइ', ['पढाई']],
    ['long and short vowel signs', 'स्पष्टिकरण', 'स्पष्टीकरण', ['स्पष्टिकरण']],
    ['wrong half letters', 'विद्यार्थीहरू', 'विध्यार्थीहरु', ['विद्यार्थीहरू']],
    ['a swapped pair of letters', 'बुद्धि शुध्द', 'बुध्दि', ['बुद्धि']],
    ['half letters with a joiner', 'पूर्णाङ्\u200dक', 'पुर्णाङ्क', ['पूर्णाङ्\u200dक']],
    ['apostrophes and powers within words', 'banker’s n^2', 'bankers', ['banker’s']],
    ['superscript digits', 'n² n^2 n2', 'n2', ['n²', 'n^2', 'n2']],
    ['Korean syllables in parts', '\u1100\u1161\u11a8', '각', ['\u1100\u1161\u11a8']],
    ['letters of Persian and of Arabic', 'کتاب أحمد', 'احمد', ['أحمد']],
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

  test('a word divided at the end of a line is found when typed as one word or with its hyphen', () => {
    expect(found(lines('the auto-', 'maton'), 'automaton')).toEqual(['auto-maton']);
    expect(found(lines('the auto\u00ad', 'maton'), 'automaton')).toEqual(['auto\u00admaton']);
    expect(found(lines('a well-', 'known one'), 'well-known')).toEqual(['well-known']);
  });

  test.each([
    ['auto-', 'maton'],
    ['auto- ', 'maton'],
    ['auto-', ' maton'],
    ['auto\u2010', 'maton'],
    ['auto\u00ad ', 'maton'],
  ])('a divided word is found with any kind of line end: %j %j', (head, tail) => {
    const page = lines(`an ${head}`, `${tail} reads`);
    for (const typed of ['automaton', 'auto-maton', 'auto- maton', 'an auto- maton reads'])
      expect(found(page, typed), typed).toHaveLength(1);
    expect(found(page, 'auto maton')).toEqual([]);
  });

  test('a passage copied over two lines is found, even if the words at the line end were joined', () => {
    const page = lines('The compiler produces opti-', 'mized machine code, and well-', 'known auto-', 'mata.');
    expect(found(page, 'produces opti- mized machine code, and well- known auto- mata')).toHaveLength(1);
    expect(found(page, 'produces optimized machine code, and well-known automata')).toHaveLength(1);
    expect(found(lines('optimized machine code'), 'opti- mized machine')).toEqual(['optimized machine']);
    expect(found(lines('property- theft'), 'property- theft')).toEqual(['property- theft']);
    expect(found(lines('有限', '自动机'), '有限 自动机')).toEqual(['有限自动机']);
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

test('words next to a dash and at the end of a line are whole words, but the halves of a divided word are not', () => {
  const whole: FindOptions = { ...loose, wholeWords: true };
  const page = lines(
    'The idea of property- theft is well-known property',
    'is (property) and property, or property; a property.',
    'Next: intellectual property-',
    'owner and property/rights and "property" ends property',
  );
  expect(found(page, 'property', whole)).toHaveLength(10);
  expect(found(page, 'owner', whole)).toEqual(['owner']);
  const divided = lines('an auto-', 'maton is an automaton');
  expect([found(divided, 'auto', whole), found(divided, 'maton', whole)]).toEqual([[], []]);
  expect(found(divided, 'automaton', whole)).toEqual(['auto-maton', 'automaton']);
});

test('signs have no special meaning, and a long query is cut', () => {
  const signs = String.raw`a.b*c+d?(e)[f]{g}^h$|i\j/k`;
  expect(found(lines(`${signs} abc`), signs)).toEqual([signs]);
  expect(found(lines("f'(x) = e^(x)"), "f'(")).toEqual(["f'("]);
  expect(found(lines('x-1 x1'), 'x-1')).toEqual(['x-1']);
  expect(found(lines('ab '.repeat(2000)), 'ab '.repeat(2000))).not.toEqual([]);
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

test('every letter of a folded text corresponds to a part of the original, in order', () => {
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

test('a hit, once folded, contains the query', () => {
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

/** Spellings that the search of the library treats as the same. */
const spellings = [
  ['ँ', 'ं'],
  ['ि', 'ी'],
  ['ु', 'ू'],
  ['ङ्क', 'ंक'],
  ['म्प', 'ंप'],
  ['ड', 'ड़'],
  ['क\u094dर', 'क\u094d\u200dर'],
  ['२', '2'],
  ['²', '2'],
  ['é', 'e'],
  ['é', 'e\u0301'],
  ['a', 'A'],
  ['ﬁ', 'fi'],
  ['ß', 'SS'],
  ['o', 'ø'],
  ['σ', 'ς'],
  ['ى', 'ی'],
  ['ا', 'أ'],
  ['ك', 'ک'],
];
const stem = fc.constantFrom('क', 'पर', 'वि', 'exam', 'Öl', 'كت', 'λόγ', 'n');
const writtenTwice = fc
  .array(fc.tuple(stem, fc.constantFrom(...spellings), fc.nat({ max: 1 }), fc.nat({ max: 1 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) =>
    [2, 3].map((at) => parts.map(([begin, pair, ...which]) => begin + pair[which[at - 2] ?? 0]).join('')),
  );

test('if the search of the library finds a word in another spelling, Find does too, even across a line end', () => {
  let compared = 0;
  fc.assert(
    fc.property(writtenTwice, fc.nat(), ([printed = '', typed = ''], at) => {
      for (const halves of [
        [printed],
        [`${printed.slice(0, at % printed.length)}-`, printed.slice(at % printed.length)],
      ]) {
        const text = halves.join('\n');
        const isFound = findHits(text, parseSearchQuery(`${typed} `)).some(
          (hit) => hit.start === 0 && hit.end === text.length,
        );
        if (!isFound) continue;
        compared += 1;
        expect(found(lines(...halves), typed, { ...loose, wholeWords: true })).toEqual([halves.join('')]);
      }
    }),
    { seed: 2079, numRuns: 600 },
  );
  expect(compared).toBeGreaterThan(400);
});
