import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { sourceToHtml } from '#samples/making/markdown.ts';
import { coverPage, printedPage, screenPage } from '#samples/making/page.ts';
import type { SamplePage } from '#samples/making/page.ts';

/**
 * Makes `samples/files` and `samples/samples.json` from `samples/sources`. Run by `npm run samples:make` when a source
 * has changed; its output is committed, because a server need not have Chromium. Debian packages: chromium qpdf
 * fonts-vollkorn fonts-texgyre-math fonts-ebgaramond fonts-jetbrains-mono fonts-noto-core.
 */

interface Shelf {
  facultyId: string;
  semesterId: string;
  subject: string;
  marks: string;
  pass: string;
  time: string;
}

interface Faculty {
  id: string;
  shortName: string;
  structure: { id: string; name: string; subjects: { name: string; code?: string }[] }[];
}

const ROOT = resolve(import.meta.dirname, '..');
const SOURCES = join(ROOT, 'samples/sources');
const FILES = join(ROOT, 'samples/files');
const KINDS = ['paper', 'note', 'revision', 'book'] as const;
/** Time written into every PDF, so that making it twice results in the same bytes. */
const PRINTED_AT = "D:20260101000000+00'00'";

const { faculties } = JSON.parse(readFileSync(join(ROOT, 'catalogue/tribhuvan.json'), 'utf8')) as {
  faculties: Faculty[];
};

/** Front matter is `name: value` lines between two `---` lines. */
function readSource(path: string): { front: Record<string, string>; text: string } {
  const [, head = '', text = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(path, 'utf8')) ?? [];
  const front = Object.fromEntries(
    head.split('\n').map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { front, text };
}

function kindOf(name: string): SamplePage['kind'] {
  const kind = KINDS.find((candidate) => name.startsWith(candidate));
  if (kind === undefined) throw new Error(`${name}: its name must begin with one of ${KINDS.join(', ')}`);
  return kind;
}

function pageOf(
  kind: SamplePage['kind'],
  shelf: Shelf,
  front: Record<string, string>,
  title: string,
  text: string,
): SamplePage {
  const faculty = faculties.find(({ id }) => id === shelf.facultyId);
  const term = faculty?.structure.find(({ id }) => id === shelf.semesterId);
  const subject = term?.subjects.find(({ name }) => name === shelf.subject);
  if (faculty === undefined || term === undefined || subject === undefined)
    throw new Error(`${title}: its subject is not in the catalogue`);
  const course = `${shelf.subject}${subject.code === undefined ? '' : ` (${subject.code})`}`;
  const where = `${faculty.shortName}, ${term.name}`;
  const nepali = front.lang === 'ne';
  const kicker = {
    paper: nepali ? 'नमुना प्रश्नपत्र' : 'Examshelf · Model question paper',
    note: 'Examshelf · Study note',
    revision: 'Examshelf · Revision sheet',
    book: 'Examshelf · Library',
  }[kind];
  const facts: [string, string][] =
    kind === 'paper'
      ? [
          [nepali ? 'कार्यक्रम' : 'Programme', where],
          [nepali ? 'पूर्णाङ्क' : 'Full marks', shelf.marks],
          [nepali ? 'विषय' : 'Subject', course],
          [nepali ? 'उत्तीर्णाङ्क' : 'Pass marks', shelf.pass],
          [nepali ? 'वर्ष' : 'Year', front.shownYear ?? front.year ?? ''],
          [nepali ? 'समय' : 'Time', shelf.time],
        ]
      : [
          ['', course],
          ['', where],
          ...(front.about === undefined ? [] : ([['', front.about]] satisfies [string, string][])),
        ];
  return {
    title,
    kicker,
    facts,
    kind,
    body: sourceToHtml(text, join(SOURCES, 'pictures')),
    cover: null,
    contents: '',
    lang: front.lang ?? 'en',
  };
}

/** Replaces the time of printing, which Chromium writes into the file, by a fixed time of the same length. */
function withFixedDates(pdf: Buffer): Buffer {
  return Buffer.from(
    pdf
      .toString('latin1')
      .replace(
        /\((D:\d{14}[+-]\d\d'\d\d'?)\)/g,
        (all) => `(${PRINTED_AT.padEnd(all.length - 2).slice(0, all.length - 2)})`,
      ),
    'latin1',
  );
}

async function print(browser: Browser, html: string): Promise<Buffer> {
  const page = await browser.newPage();
  await page.setContent(html, { waitUntil: 'load' });
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, outline: true, tagged: true });
  await page.close();
  return packed(withFixedDates(pdf));
}

/**
 * Returns the same document, a third smaller: Chromium does not compress the tags, which are hundreds of small objects.
 */
function packed(pdf: Buffer): Buffer {
  const [loose, tight] = [
    join(tmpdir(), `sample-${process.pid}.pdf`),
    join(tmpdir(), `sample-${process.pid}-packed.pdf`),
  ];
  writeFileSync(loose, pdf);
  execFileSync('qpdf', [
    '--object-streams=generate',
    '--recompress-flate',
    '--compression-level=9',
    '--deterministic-id',
    loose,
    tight,
  ]);
  const out = readFileSync(tight);
  rmSync(loose);
  rmSync(tight);
  return out;
}

/** Returns the page of every chapter, read from the outline of a first printing, because CSS can't know it. */
async function chapterPages(pdf: Buffer): Promise<Map<string, number>> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages = new Map<string, number>();
  const walk = async (entries: Awaited<ReturnType<typeof document.getOutline>>): Promise<void> => {
    for (const entry of entries ?? []) {
      const target = typeof entry.dest === 'string' ? await document.getDestination(entry.dest) : entry.dest;
      if (target?.[0] !== undefined) pages.set(entry.title.trim(), (await document.getPageIndex(target[0])) + 1);
      await walk(entry.items);
    }
  };
  await walk(await document.getOutline());
  await document.loadingTask.destroy();
  return pages;
}

async function printBook(browser: Browser, page: SamplePage): Promise<Buffer> {
  const chapters: string[] = [];
  const body = page.body.replace(
    /<h2>(.*?)<\/h2>/g,
    (_all, title: string) => `<h2 id="c${chapters.push(title)}">${title}</h2>`,
  );
  const contents = (pages: Map<string, number>) =>
    `<nav class="contents"><h2>Contents</h2>${chapters.map((title, i) => `<a href="#c${i + 1}"><span>${title}</span>${pages.get(title.replaceAll('&#39;', "'").replaceAll('&amp;', '&')) ?? '–'}</a>`).join('')}</nav>`;
  const first = await print(browser, printedPage({ ...page, body, contents: contents(new Map()) }));
  return print(browser, printedPage({ ...page, body, contents: contents(await chapterPages(first)) }));
}

async function coverImage(browser: Browser, cover: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 640, height: 960 }, deviceScaleFactor: 2 });
  await page.setContent(coverPage(cover));
  const shot = await page.screenshot();
  await page.close();
  return sharp(shot).resize(640, 960).webp({ quality: 78, effort: 6 }).toBuffer();
}

function slug(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

const only = process.argv[2];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
if (only === undefined) rmSync(FILES, { recursive: true, force: true });
mkdirSync(FILES, { recursive: true });
const materials: unknown[] = [];
const shelves = readdirSync(SOURCES, { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && !['pictures', 'covers'].includes(entry.name),
);
for (const folder of shelves.map(({ name }) => name).toSorted()) {
  const shelf = JSON.parse(readFileSync(join(SOURCES, folder, 'shelf.json'), 'utf8')) as Shelf;
  for (const name of readdirSync(join(SOURCES, folder))
    .filter((file) => file.endsWith('.md'))
    .toSorted()) {
    const { front, text } = readSource(join(SOURCES, folder, name));
    const kind = kindOf(name);
    const id = `sample-${folder}-${name.slice(0, -3)}`;
    front.year ??= /\d{4}/.exec(name)?.[0] ?? '';
    const title = front.title ?? `${shelf.subject} – Model Question Paper ${front.year}`;
    const extension = front.as === 'html' ? 'html' : 'pdf';
    const coverName = kind === 'book' ? `${id}.webp` : null;
    materials.push({
      id, kind, title, subject: shelf.subject, facultyId: shelf.facultyId, semesterId: shelf.semesterId,
      year: kind === 'paper' ? Number(front.year) : null,
      file: { path: `files/${id}.${extension}`, name: `${slug(title)}.${extension}` },
      cover: coverName === null ? null : { path: `files/${coverName}`, name: `${slug(title)}-cover.webp` },
      daysAgo: Number(front.days ?? 30),
    }); // oxfmt-ignore
    if (only !== undefined && !id.includes(only)) continue;
    const page = pageOf(kind, shelf, front, title, text);
    if (coverName !== null) {
      page.cover = readFileSync(join(SOURCES, 'covers', `${folder}.svg`), 'utf8');
      writeFileSync(join(FILES, coverName), await coverImage(browser, page.cover));
    }
    const script = front.script === undefined ? '' : readFileSync(join(SOURCES, front.script), 'utf8');
    const made =
      extension === 'html'
        ? screenPage(page, script)
        : kind === 'book'
          ? await printBook(browser, page)
          : await print(browser, printedPage(page));
    writeFileSync(join(FILES, `${id}.${extension}`), made);
    process.stdout.write(`${id}.${extension}\n`);
  }
}
await browser.close();
writeFileSync(join(ROOT, 'samples/samples.json'), `${JSON.stringify({ materials }, null, 2)}\n`);
process.stdout.write(`${materials.length} materials\n`);
