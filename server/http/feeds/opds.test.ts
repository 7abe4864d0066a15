import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import OpdsParserModule, {
  AcquisitionFeed,
  NavigationFeed,
  OPDSAcquisitionLink,
  OPDSArtworkLink,
  type OPDSFeed,
} from 'opds-feed-parser';
import { expect, onTestFinished, test } from 'vitest';
import { newMaterial } from '#server/engines/database/database.suite.ts';
import { feedPageSize } from '#server/library/feeds/feed-service.ts';
import { callAs, callAsAdministrator, smallPdf, uploadSmallFile } from '#test/support/contract-caller.ts';
import { openTestServer } from '#test/support/server.ts';
import { findAttributes, findTexts, findXmlFault } from '#test/support/xml.ts';

const schema = path.join(import.meta.dirname, '..', '..', '..', 'test', 'fixtures', 'schemas', 'opds2.schema.json');
const ajv = new Ajv2020({
  strict: false,
  formats: {
    uri: (text: string) => URL.canParse(text),
    'uri-reference': (text: string) => URL.canParse(text, 'https://library.test') && !/[^!-~]/.test(text),
    'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
  },
});
ajv.addSchema(JSON.parse(readFileSync(schema, 'utf8')) as object);

/**
 * Returns the fault of an invalid feed (or, with `opds2#/$defs/publication`, of a publication); null if it is valid.
 */
function findJsonFault(text: string, reference = 'opds2'): string | null {
  return ajv.validate(reference, JSON.parse(text)) ? null : ajv.errorsText();
}

// Depending on the loader, the default export of a CommonJS module is the class or contains it.
const OpdsParser = (OpdsParserModule.default ?? OpdsParserModule) as typeof OpdsParserModule.default;

const subject = '/faculties/csit/semesters/1/subjects/physics';

/**
 * Opens a library with more notes than fit on a page, a paper that is a web page, a book without a picture, and a
 * hidden note.
 */
async function openLibrary() {
  const server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await uploadSmallFile(admin, { id: 'pdf', name: 'a.pdf', content: smallPdf });
  await uploadSmallFile(admin, { id: 'page', name: 'a.html', content: '<!doctype html><title>Paper</title><p>Words' });
  const { database } = server.resources;
  await database.files.insertPending({
    id: 'locked',
    name: 'b.pdf',
    folder: '',
    sizeBytes: 9,
    chunksTotal: 1,
    ownerId: 'a',
  });
  const facts = { mimeType: 'application/pdf', sizeBytes: 9, sha256: 'x', pageCount: null, warning: 'locked' };
  await database.files.finish('locked', facts);
  const place = { facultyId: 'csit', semesterId: '1', subject: 'Physics' };
  await database.transaction(async ({ materials }) => {
    for (let index = 0; index < feedPageSize + 2; index += 1)
      await materials.insert(
        newMaterial(`n${index}`, { kind: 'note', title: `Note ${index}`, fileId: 'pdf', ...place }),
      );
    await materials.insert(newMaterial('hidden', { kind: 'note', fileId: 'pdf', ...place, permissions: [] }));
    await materials.insert(newMaterial('html', { title: 'प्रश्न <पत्र>', fileId: 'page', ...place }));
    await materials.insert(newMaterial('locked', { kind: 'book', title: 'Locked', fileId: 'locked', ...place }));
  });
  return { ...server, visitor: callAs(server.url), [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

test('an OPDS client walks the whole catalogue and finds every material with its file, and nothing hidden', async () => {
  await using server = await openLibrary();
  const parser = new OpdsParser();
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const waiting = [`${server.url}/v1/opds`];
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    // Faculties and terms without materials are all alike.
    if (seen.has(address) || (address.includes('/faculties/') && !`${address}/`.includes('/csit/'))) continue;
    if (address.includes('/semesters/') && !address.includes('/semesters/1')) continue;
    if (address.includes('/subjects/') && !address.includes('/subjects/physics')) continue;
    seen.add(address);
    const { text, status } = await server.visitor.call('GET', address.replace(`${server.url}/v1`, ''));
    expect([address, status, findXmlFault(text, 'atom.rng')]).toEqual([address, 200, null]);
    const feed = (await parser.parse(text)) as OPDSFeed;
    // OPDS 1.2, section 2.1: every feed is of one of two kinds, and links to the start.
    expect([address, feed instanceof NavigationFeed]).toEqual([address, !(feed instanceof AcquisitionFeed)]);
    expect([address, feed.links.filter(({ rel }) => rel === 'start').length]).toEqual([address, 1]);
    for (const entry of feed.entries) {
      const file = entry.links.find((link) => link instanceof OPDSAcquisitionLink);
      if (file) found.set(entry.title, `${file.type} ${entry.links.some((link) => link instanceof OPDSArtworkLink)}`);
      else waiting.push(...entry.links.map(({ href }) => href));
    }
    waiting.push(...feed.links.filter(({ rel }) => rel === 'next').map(({ href }) => href));
  }
  const notes = Array.from(
    { length: feedPageSize + 2 },
    (_, index) => [`Note ${index}`, 'application/pdf true'] as const,
  );
  expect(found).toEqual(new Map([...notes, ['प्रश्न <पत्र>', 'text/html false'], ['Locked', 'application/pdf false']]));
});

test('every feed of OPDS 2.0 follows the schema, has the same materials, and its publications can be fetched alone', async () => {
  await using server = await openLibrary();
  const read = async (address: string) => {
    const { text, json } = await server.visitor.call('GET', `/opds2${address}`);
    expect([address, findJsonFault(text)]).toEqual([address, null]);
    return json as {
      metadata: Record<string, unknown>;
      links: Link[];
      navigation?: Link[];
      publications?: { links: Link[]; images: Link[] }[];
    };
  };
  type Link = { rel?: string; href: string; type: string; size?: number };
  const totalsOf = ({ metadata: { numberOfItems, itemsPerPage, currentPage } }: Awaited<ReturnType<typeof read>>) => [
    numberOfItems,
    itemsPerPage,
    currentPage,
  ];
  for (const address of ['', '/faculties/csit', '/faculties/csit/semesters/1', subject])
    expect((await read(address)).navigation?.length).toBeGreaterThan(0);
  const first = await read('/new');
  const next = first.links.find(({ rel }) => rel === 'next')?.href.replace(`${server.url}/v1/opds2`, '') ?? '';
  const second = await read(next);
  const all = [...(first.publications ?? []), ...(second.publications ?? [])];
  expect([totalsOf(first), totalsOf(second)]).toEqual([
    [feedPageSize + 4, feedPageSize, 1],
    [feedPageSize + 4, feedPageSize, 2],
  ]);
  expect(totalsOf(await read(`${subject}/note`))).toEqual([feedPageSize + 2, feedPageSize, 1]);
  expect(totalsOf(await read('/new?kind=book'))).toEqual([1, feedPageSize, 1]);
  expect(all).toHaveLength(feedPageSize + 4);
  const addressOf = (links: readonly Link[], rel: string) => links.find((link) => link.rel === rel)?.href ?? '';
  const own = addressOf(all[0]?.links ?? [], 'self').replace(`${server.url}/v1`, '');
  expect(findJsonFault((await server.visitor.call('GET', own)).text, 'opds2#/$defs/publication')).toBeNull();
  expect(all[0]?.images).toEqual([{ href: `${server.url}/share.png`, type: 'image/png' }]);
  expect((await server.visitor.call('GET', '/opds2/publications/hidden')).status).toBe(404);
  // The file is as its link describes it.
  for (const { links } of all.slice(1, 3)) {
    const file = links.find(({ rel }) => rel === 'http://opds-spec.org/acquisition/open-access');
    const answer = await fetch(file?.href ?? '');
    const bytes = await answer.arrayBuffer();
    expect([answer.headers.get('content-type')?.split(';')[0], bytes.byteLength]).toEqual([file?.type, file?.size]);
  }
});

test('an e-reader searches by the search description, narrows to a kind, and pages through results', async () => {
  await using server = await openLibrary();
  await server.services.indexKeeper.reconcile();
  await server.services.indexKeeper.idle();
  const { visitor } = server;
  const description = (await visitor.call('GET', '/opds/search.xml')).text;
  const [url] = findAttributes(description, '//search:Url');
  const address = (url?.['template'] ?? '').replace('{searchTerms}', 'note').replace('{startPage?}', '1');
  const { text } = await visitor.call('GET', address.replace(`${server.url}/v1`, ''));
  expect(findXmlFault(text, 'atom.rng')).toBeNull();
  expect(findTexts(text, '//search:totalResults')).toEqual([String(feedPageSize + 2)]);
  expect(findTexts(text, '//atom:entry')).toHaveLength(feedPageSize);
  const facets = findAttributes(text, "//atom:link[@rel='http://opds-spec.org/facet']");
  expect(facets.map((facet) => [facet['title'], facet['opds:activeFacet']])).toContainEqual(['All', 'true']);
  const [next = ''] = findTexts(text, "/atom:feed/atom:link[@rel='next']/@href");
  const second = await visitor.call('GET', next.replace(`${server.url}/v1`, ''));
  expect(findTexts(second.text, '//atom:entry')).toHaveLength(2);
  const books = await visitor.call('GET', '/opds2/search?q=note&kind=book');
  expect([findJsonFault(books.text), books.json['publications']]).toEqual([null, []]);
  for (const wrong of [
    '/opds/search?q=a&page=0',
    '/opds/search?q=a&page=101',
    '/opds/new?kind=song',
    `/opds${subject}/song`,
  ])
    expect([wrong, (await visitor.call('GET', wrong)).status]).toEqual([wrong, 400]);
});

/** Expands a template with a form-style query (RFC 6570, section 3.2.8). */
const expand = (template: string, values: Record<string, string>) =>
  template.replace(
    /\{\?([\w,]+)\}/,
    (_, names: string) => `?${new URLSearchParams(names.split(',').map((name) => [name, values[name] ?? '']))}`,
  );

test('the template of OPDS 2.0 searches, and its pages have every result once despite deletions meanwhile', async () => {
  await using server = await openLibrary();
  const { indexKeeper } = server.services;
  const index = async () => {
    await indexKeeper.reconcile();
    await indexKeeper.idle();
  };
  await index();
  type Feed = {
    metadata: Record<string, unknown>;
    links: { rel: string; href: string; templated?: boolean }[];
    publications: { metadata: { title: string } }[];
  };
  const read = async (address: string) => {
    const { text, json } = await server.visitor.call('GET', address.replace(`${server.url}/v1`, ''));
    expect([address, findJsonFault(text)]).toEqual([address, null]);
    const feed = json as Feed;
    const { numberOfItems, currentPage } = feed.metadata;
    return {
      totals: [numberOfItems, currentPage],
      titles: feed.publications.map(({ metadata }) => metadata.title),
      next: feed.links.find(({ rel }) => rel === 'next')?.href ?? '',
    };
  };
  const root = (await server.visitor.call('GET', '/opds2')).json as Feed;
  const template = root.links.find(({ rel }) => rel === 'search');
  expect(template).toMatchObject({ templated: true, href: `${server.url}/v1/opds2/search{?query}` });
  const first = await read(expand(template?.href ?? '', { query: 'note' }));
  expect([first.totals, first.titles.length]).toEqual([[feedPageSize + 2, 1], feedPageSize]);
  expect((await read('/opds2/search?q=note')).titles).toEqual(first.titles);

  // The first one, and the last one, after which the next page begins.
  const gone = [first.titles[0] ?? '', first.titles.at(-1) ?? ''];
  for (const title of gone) await server.resources.database.materials.withdraw(title.replace('Note ', 'n'));
  await index();
  const second = await read(first.next);
  expect(second.totals).toEqual([feedPageSize, 2]);
  const all = [...first.titles, ...second.titles];
  expect(all.toSorted()).toEqual(Array.from({ length: feedPageSize + 2 }, (_, number) => `Note ${number}`).toSorted());
  for (const wrong of ['after=..%2F', `after=${Array(7).fill('a')}`])
    expect((await server.visitor.call('GET', `/opds2/search?query=note&${wrong}`)).status).toBe(400);
});

test('entries have the language of the text, the rights of the site and a published type, and no day if only the year is known', async () => {
  const content = await mkdtemp(path.join(tmpdir(), 'content-'));
  onTestFinished(() => rm(content, { recursive: true }));
  await mkdir(path.join(content, 'images'));
  await writeFile(path.join(content, 'site.json'), JSON.stringify({ rights: 'Free for study at the campus.' }));
  await using server = await openTestServer({ settings: { CONTENT_DIR: content } });
  const { database, texts } = server.resources;
  const admin = await callAsAdministrator(server.url);
  const place = { facultyId: 'csit', semesterId: '1', subject: 'Physics' };
  await uploadSmallFile(admin, { id: 'pdf', name: 'a.pdf', content: smallPdf });
  const { sha256 = '' } = (await database.files.find('pdf')) ?? {};
  await texts.forget(sha256);
  await texts.begin({ sha256, pageCount: 1, recipe: 1 });
  const text = 'कुनै पाँच प्रश्नको उत्तर दिनुहोस्। यो के हो? व्याख्या गर्नुहोस् र महत्व पनि लेख्नुहोस्। यसको एक उदाहरण छ।';
  await texts.store(sha256, [{ page: 1, source: 'text', text, confidence: null, lines: null }]);
  // A year of Bikram Sambat, as older programs store it; and none.
  await database.materials.insert(newMaterial('paper', { fileId: 'pdf', year: 2079, ...place }));
  await database.materials.insert(newMaterial('book', { kind: 'book', fileId: 'pdf', year: null, ...place }));

  const visitor = callAs(server.url);
  const opds = (await visitor.call('GET', '/opds/new')).text;
  expect(findXmlFault(opds, 'atom.rng')).toBeNull();
  expect(findTexts(opds, '//dcterms:language')).toEqual(['ne', 'ne']);
  expect(findTexts(opds, '//dcterms:issued')).toEqual(['2022']);
  expect(findTexts(opds, '//dcterms:extent')).toEqual(['1 page', '1 page']);
  expect(findTexts(opds, '//atom:entry/atom:rights')).toEqual(Array(2).fill('Free for study at the campus.'));
  expect(findTexts(opds, "//atom:category[@scheme='http://purl.org/coar/resource_type/scheme']/@label")).toEqual([
    'book',
    'learning object',
  ]);
  expect(findTexts(opds, "//atom:link[starts-with(@rel, 'http://opds-spec.org/acquisition')]/@href")).toEqual([
    expect.stringMatching(/\.pdf$/),
    expect.stringMatching(/\.pdf$/),
  ]);

  const { metadata } = (await visitor.call('GET', '/opds2/publications/book')).json as {
    metadata: Record<string, unknown>;
  };
  expect(metadata).toMatchObject({
    '@type': 'http://schema.org/Book',
    language: ['ne'],
    'http://purl.org/dc/terms/rights': 'Free for study at the campus.',
  });
  // The day of the upload is not when it was published.
  expect(metadata).not.toHaveProperty('published');

  const oai = (await visitor.call('GET', '/oai?verb=ListRecords&metadataPrefix=oai_dc')).text;
  expect(findXmlFault(oai, 'harvest.xsd')).toBeNull();
  expect(findTexts(oai, '//dc:language')).toEqual(['ne', 'ne']);
  expect(findTexts(oai, '//dc:date')).toEqual(['2022', expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]);
  expect(findTexts(oai, '//dc:rights')).toEqual(Array(2).fill('Free for study at the campus.'));
  expect(findTexts(oai, '//dc:type')).toEqual([
    'Text',
    'http://purl.org/coar/resource_type/c_e059',
    'Question Paper',
    'Text',
    'http://purl.org/coar/resource_type/c_2f33',
    'Book',
  ]);
  expect(findTexts(oai, '//dc:relation')).toEqual([expect.stringMatching(/\.pdf$/), expect.stringMatching(/\.pdf$/)]);
});
