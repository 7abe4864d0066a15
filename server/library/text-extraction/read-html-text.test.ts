import { expect, test } from 'vitest';
import { readHtmlText } from './read-html-text.ts';

const read = (html: string) => readHtmlText(html, 1000);

test('blocks are lines, words within a line stay together, and cells are separated', () => {
  expect(read('<h1>Compiler Design</h1><p>1. State <b>and</b> prove\n the <i>pump</i>ing lemma.</p><p>2. Define')).toBe(
    'Compiler Design\n1. State and prove the pumping lemma.\n2. Define',
  );
  expect(read('<ol><li>One<li>Two</ol>after<br>break<hr>rule')).toBe('One\nTwo\nafter\nbreak\nrule');
  expect(read('<table><tr><td>A<td>B<tr><th>C</th><th>D</th></table>')).toBe('A B\nC D');
});

test('scripts, styles, the head and hidden elements are not shown', () => {
  const html = `<!doctype html><head><title>Title</title><style>p { color: red }</style></head><body>
    <script>write('script')</script><noscript>turn scripts on</noscript><template>template</template>
    <p hidden>hidden</p><p style="color: red; display : none">undisplayed</p><p style="visibility:hidden">invisible</p>
    <svg><text>drawn</text></svg><select><option>choice</select><!-- comment --><p>shown</p>`;
  expect(read(html)).toBe('shown');
});

test('entities are decoded, soft hyphens removed, and spaces folded except in preformatted text', () => {
  expect(read('<p>Q&amp;A &ndash; a&nbsp;&lt;&nbsp;b, &#2325;&shy;क, caf&eacute;')).toBe('Q&A – a < b, कक, café');
  expect(read('<pre>for i in x:\n    print(i)</pre>')).toBe('for i in x:\nprint(i)');
});

test('elements that are not closed, or are wrongly nested, are read as a browser does', () => {
  expect(read('<p>one<p>two<b>three<p>four</b>five')).toBe('one\ntwothree\nfourfive');
  expect(read('text without any element')).toBe('text without any element');
  expect(read('')).toBe('');
});

test('the text is cut at its limit, never within a character', () => {
  expect(readHtmlText(`<p>${'𝄞'.repeat(10)}`, 5)).toBe('𝄞𝄞\ufffd');
});
