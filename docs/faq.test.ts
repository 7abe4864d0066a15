import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const read = (file: string) =>
  readFileSync(path.join(import.meta.dirname, '..', file), 'utf8')
    .replace(/\s+/g, ' ')
    // Names on the screen, in either document.
    .replaceAll(/[*"]/g, '');

const product = read('docs/product.md');
const faq = read('content/pages/faq.md');

/** The capabilities of visitors, each with a pattern that product.md and the FAQ must both match. */
const capabilities: Record<string, RegExp> = {
  'reading offline': /offline/,
  'pages opened before': /opened before/,
  'installation as an app': /install[a-z]*\b[^.]* as an app/,
  'search in pages': /search[^.]* finds words/i,
  'search by code or abbreviation': /code or (?:abbreviation|a short name)/,
  'words that narrow a search': /bca os 2079/,
  'correction of misspelt words': /misspelt/i,
  'years of both calendars': /Bikram Sambat/,
  'digits of Nepal': /Devanagari digits|Nepali digits/,
  'text of scans': /text of (?:a scan|scans)/,
  'pinned subjects': /\bPin\b/,
  'recently opened materials': /Continue reading/,
  'reading history': /My Reading/,
  'papers marked as done': /marked as done/,
  'rehearsing an exam': /Exam mode/,
  'neighbouring papers': /Newer paper/,
  'two side by side': /Compare\b/,
  highlights: /highlight mode/i,
  'notes of highlights': /\bnotes?\b/,
  'reading aloud': /Read aloud/,
  bookmarks: /\bbookmarks?\b/i,
  'finding in a document': /\bfind\b/i,
  'passwords of locked files': /the reader fills it in/,
  printing: /\bprint\b/i,
  'sharing with a QR code': /QR code/,
  'reports of problems': /Report a problem/,
  'a list as one archive': /Download all/,
  'the data saver': /data saver/,
  feeds: /Atom feed/,
  'e-readers': /OPDS/,
  'pages without scripts': /without scripts|JavaScript turned off/,
};

describe('the FAQ and product.md agree on', () => {
  test.each(Object.entries(capabilities))('%s', (_, words) => {
    expect({ 'docs/product.md': words.test(product), 'content/pages/faq.md': words.test(faq) }).toEqual({
      'docs/product.md': true,
      'content/pages/faq.md': true,
    });
  });
});

test('the FAQ does not deny what the product does', () => {
  expect(faq).not.toMatch(/website itself needs a connection|no text to select|subtract/);
});
