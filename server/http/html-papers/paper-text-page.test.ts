import * as fc from 'fast-check';
import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5';
import { expect, test } from 'vitest';
import type { SentFile } from '#server/http/files/send-file.ts';
import { extentOf } from '#test/support/sweeps.ts';
import { createTextPages, createTextWriter } from './paper-text-page.ts';

/** Writes a paper that arrives in one piece. */
function write(html: string): string {
  return createTextWriter().end(html).body;
}

test('questions keep their numbers, headings, tables and signs', () => {
  expect(
    write(
      '<!doctype html><title>x</title><style>p{}</style><h1 class=a>Maths &amp; more</h1><ol start="3" type="a" onclick="x()"><li value=4>x &lt; y<sup>2</sup></ol>' +
        '<table border=1><tr><td colspan=2 style="x">a</table><section>b<img src=x alt="a circle"></section><script>alert(1)</script>',
    ),
  ).toBe(
    '<h1>Maths &amp; more</h1><ol start="3" type="a"><li value="4">x &lt; y<sup>2</sup></ol>' +
      '<table><tr><td colspan="2">a</table><div>b [a circle] </div>',
  );
});

test('a paper results in the same text whatever the pieces in which its bytes arrive', () => {
  const html = '<p title="<b>">1 &lt; 2<script>"<p>"</script><textarea><p></textarea><xmp><i></xmp>é<br/>';
  const whole = write(html);
  expect(whole).toBe('<p>1 &lt; 2<pre>&lt;i&gt;</pre>é<br>');
  for (let at = 0; at < html.length; at += 1) {
    const writer = createTextWriter();
    writer.write(html.slice(0, at));
    expect(writer.end(html.slice(at)).body).toBe(whole);
  }
});

test('a tag that is closed by a slash does not hide the text after it', () => {
  expect(write('<svg><style/></svg><script/><p>Question 1')).toBe('<p>Question 1');
});

test('a thousand requests for a paper at the same time read it once, and missing bytes are looked up again', async () => {
  const bytes = Buffer.from('<p>1');
  let reads = 0;
  let isThere = false;
  const file: SentFile = {
    source: async (_range, take) => {
      reads += 1;
      if (isThere) await take(bytes);
      return isThere;
    },
    sizeBytes: bytes.length,
    etag: 'a',
    modifiedAt: null,
    mediaType: 'text/plain',
  };
  const asTextPage = createTextPages();
  const ask = () => asTextPage(file, 'utf-8', '/download');
  expect([await ask(), reads]).toEqual([file, 1]);
  isThere = true;
  const pages = await Promise.all(Array.from({ length: 1000 }, ask));
  expect([new Set(pages.map(({ etag }) => etag)), reads]).toEqual([new Set(['a-text1']), 2]);
  await ask();
  expect(reads).toBe(2);
});

test('whatever a paper contains, its text has no active element, and no attributes except numbers', () => {
  const names =
    'script style title textarea svg math template noscript iframe object embed a form input base meta link xmp plaintext p table select';
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom('<', '>', '</', '<!--', '-->', '<![CDATA[', ']]>', '"', "'", '=', '&lt;', '&#60;script&#62;', '\0'),
    fc
      .tuple(
        fc.constantFrom('<', '</'),
        fc.constantFrom(...names.split(' ')),
        fc.constantFrom('>', '/>', ' ', ' onload=x>'),
      )
      .map((parts) => parts.join('')),
    fc.constantFrom(
      '<ol start="1 onload=x">',
      '<td colspan=2>',
      '<img alt="&quot;><script>x</script>">',
      '<p style="x">',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const { title, body } = createTextWriter().end(pieces.join(''));
      const found = [...elementsOf(parse(`<title>${title}</title><body>${body}`))];
      for (const { tagName, attrs } of found) {
        expect(tagName).toMatch(
          /^(?:html|head|title|body|h[1-6]|p|br|hr|[uo]l|li|d[ldt]|table|caption|colgroup|t(?:head|body|foot|r|d|h)|pre|blockquote|b|strong|i|em|u|su[bp]|code|div)$/,
        );
        for (const { name, value } of attrs)
          expect(`${name}=${value}`).toMatch(/^(?:start|type|value|colspan|rowspan)=(?:-?\d{1,4}|[aAiI])$/);
      }
    }),
    { numRuns: extentOf('cases', { all: 3000, part: 500 }) },
  );
});

function* elementsOf(node: DefaultTreeAdapterTypes.Node): Iterable<DefaultTreeAdapterTypes.Element> {
  if (!('childNodes' in node)) return;
  for (const child of node.childNodes) {
    if (defaultTreeAdapter.isElementNode(child)) yield child;
    yield* elementsOf(child);
  }
}
