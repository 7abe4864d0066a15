import { expect, test } from 'vitest';
import { findReadingView } from './find-reading-view.ts';
import { pageText } from './page-tree.ts';
import { parsePage } from './parse-page.ts';

/** The lines of the reading view of a page; null if it has none. */
function readingLines(html: string): string[] | null {
  const view = findReadingView(parsePage(html));
  return view && pageText(view, 100_000).split('\n');
}

const questions = [
  'What is a process control block? List its fields.',
  'Explain the banker’s algorithm with an example. [5]',
  'Consider three processes with bursts of 4, 7 and 2 ms. Draw their Gantt chart.',
  'Differentiate between paging and segmentation. (2+3)',
  'Write short notes on thrashing and on spooling.',
];
const list = `<ol>${questions.map((question) => `<li>${question}</li>`).join('')}</ol>`;
const heads = ['Operating Systems 2079', 'Full Marks: 60 Pass Marks: 24'];
const paper = `<h2>${heads[0]}</h2><p>${heads[1]}</p>${list}`;
const whole = [...heads, ...questions];

const menu =
  '<ul><li><a href="/">Home</a></li><li><a href="/notes">Notes</a></li><li><a href="/about">About us</a></li></ul>';

test.each([
  [
    'marked as navigation, form and footer',
    `<header><nav>${menu}</nav><form role="search"><input><button>Search</button></form></header><main>${paper}</main><footer><p>Made in Pokhara</p></footer>`,
  ],
  [
    'named by classes',
    `<div class="navbar-nav">${menu}</div><div class="content">${paper}</div><div id="mySidebar">${menu}</div><div class="share-buttons">Share on <span>Mail</span></div>`,
  ],
  [
    'without any names',
    `<div>${menu}</div><div><div>${paper}</div></div><p>© 2023 College Notes. All rights reserved.</p>`,
  ],
  ['in the cells of a table', `<table><tr><td>${menu}</td><td>${paper}</td></tr></table>`],
  [
    'in a form around the whole page',
    `<form action="default.aspx"><div class="menu">${menu}</div>${paper}<input type="submit"></form>`,
  ],
  [
    'between breadcrumbs and related papers',
    `<main><div class="breadcrumb"><a href="/">Home</a> › <a href="/os">OS</a></div>${paper}<section class="related-posts"><h3>You may also like</h3>${menu}</section></main>`,
  ],
])('of a website with parts %s, exactly the paper is left', (_, body) => {
  expect(readingLines(`<!doctype html><html><head><title>T</title></head><body>${body}</body></html>`)).toEqual(whole);
});

test('the banner of a page stays if it has the title of the paper', () => {
  const banner = `<header><h1>${heads[0]}</h1><p>${heads[1]}</p><nav>${menu}</nav></header>`;
  expect(readingLines(`${banner}<div>${list}</div>`)).toEqual(whole);
});

const prose = Array.from(
  { length: 12 },
  (_, index) => `Lesson ${index} is about the scheduler of an operating system.`,
);
const lessons = prose.map((sentence) => `<p>${sentence}</p>`).join('');

test('questions that lead to their answers stay, even beside the text', () => {
  const linked = questions.map((question, index) => `<li><a href="/answer/${index}">${question}</a></li>`).join('');
  expect(readingLines(`<nav>${menu}</nav><div>${lessons}</div><ul>${linked}</ul>`)).toEqual([...prose, ...questions]);
});

test('the options of a quiz stay, and a form to sign in does not', () => {
  const options = '<label><input type="radio"> Optimal</label><br><label><input type="radio"> Round robin</label>';
  const quiz = `<form><p>1. Which is no page replacement policy?</p>${options}</form>`;
  const signIn = '<form><label>Your name <input></label><button>Go</button></form>';
  expect(readingLines(`<nav>${menu}</nav>${signIn}<div>${lessons}</div>${quiz}`)).toEqual([
    ...prose,
    '1. Which is no page replacement policy?',
    'Optimal',
    'Round robin',
  ]);
});

test('a part named as navigation stays if it has questions, or most of the text', () => {
  const some = questions
    .slice(0, 2)
    .map((question) => `<p>${question}</p>`)
    .join('');
  const page = `<nav>${menu}</nav><div class="has-sidebar"><div>${lessons}</div></div><div class="sidebar">${some}</div>`;
  expect(readingLines(page)).toEqual([...prose, ...questions.slice(0, 2)]);
});

test('tables, code and formulas stay, each formula once', () => {
  const math = '<math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>';
  const formula = `<span class="katex"><span class="katex-mathml">${math}</span><span class="katex-html" aria-hidden="true">a/b</span></span>`;
  const shown = `<p>Find the value of ${formula} below.</p><table><tr><th>n</th><td>1</td></tr></table><pre>int main()\n  return 0;</pre>`;
  expect(readingLines(`<nav>${menu}</nav>${paper}${shown}`)?.slice(whole.length)).toEqual([
    'Find the value of ab below.',
    'n 1',
    'int main()',
    'return 0;',
  ]);
});

test('a page of which too much would be left out is shown as it is', () => {
  const side = `<div class="sidebar">${lessons.split('</p>').slice(0, 3).join('</p>')}</p></div>`;
  expect(readingLines(`<nav>${menu}</nav><div>${lessons}</div>${side}`)).toEqual(prose);
  expect(readingLines(`<nav>${menu}</nav><div>${lessons.slice(0, 500)}</div>${side.repeat(4)}`)).toBeNull();
  const cards = questions.map((question) => `<div class="related-card">${question}</div>`).join('');
  expect(readingLines(`<nav>${menu}</nav><div>${lessons}</div>${cards}`)).toBeNull();
});

test('a page that is no part of a website is shown as it is', () => {
  expect(readingLines(paper)).toBeNull();
  expect(
    readingLines(`<h1>Report generator</h1><label>Name <input></label><button>Print the report</button>${paper}`),
  ).toBeNull();
  expect(readingLines(`<nav>${menu}</nav>${menu}`)).toBeNull();
  expect(readingLines(`<nav>${menu}</nav>${'<div>'.repeat(300)}${paper}`)).toBeNull();
});
