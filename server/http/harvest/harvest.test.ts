import { expect, test } from 'vitest';
import { newMaterial } from '#server/engines/database/database.suite.ts';
import { harvestPageSize } from '#server/library/harvest/harvest-service.ts';
import { callAs } from '#test/support/contract-caller.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { extentOf } from '#test/support/sweeps.ts';
import { isOnOtherEngines, openTestPlace } from '#test/support/test-place.ts';
import { findAttributes, findTexts, findXmlFault } from '#test/support/xml.ts';

const place = { facultyId: 'csit', semesterId: '1', subject: 'Physics' };

/** Opens a library with one file, which all materials use, and papers `m1`, `m2` … in two faculties; `seed` is SQL. */
async function openLibrary({ papers = 0, seed = '' } = {}) {
  const library = await openTestPlace();
  const words = isOnOtherEngines ? "cast('''paper'':1' as tsvector)" : "'paper'";
  await library.execute(`
    insert into files (id, name, name_folded, folder, folder_folded, mime_type, size_bytes, chunks_total, is_finished,
      sha256, page_count, owner_id, created_at, updated_at)
    values ('file', 'a.pdf', 'a.pdf', '', '', 'application/pdf', 1000, 1, 1, 'digest', 3, 'admin', 1, 1);
    insert into materials (id, kind, title, title_folded, title_words, subject, subject_folded, faculty_id, semester_id,
      year, file_id, created_at, updated_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${papers})
    select 'm' || n, 'paper', 'Paper ' || n, 'paper', ${words}, 'Physics', 'physics', case n % 2 when 1 then 'csit' else 'bca' end, '1',
      2024, 'file', 1700000000000 + n, 1700000000000 + n from numbers where ${papers} > 0;
    ${seed}
  `);
  const server = await openTestServer({ place: library });
  return {
    ...server,
    ids: Array.from({ length: papers }, (_, index) => `m${index + 1}`),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await library[Symbol.asyncDispose]();
    },
  };
}

async function publish({ resources: { database } }: TestServer, id: string, facts: object = {}) {
  await database.materials.insert(newMaterial(id, { fileId: 'file', ...place, ...facts }));
}

/** Sends a request, and checks that the response is valid. */
async function ask(server: TestServer, parameters: Record<string, string> | string): Promise<string> {
  const query = new URLSearchParams(parameters);
  const { status, text } = await callAs(server.url).call('GET', `/oai?${query}`);
  expect([String(query), status, findXmlFault(text, 'harvest.xsd')]).toEqual([String(query), 200, null]);
  return text;
}

const errorOf = (text: string) => findAttributes(text, '//oai:error')[0]?.['code'] ?? null;
const tokenIn = (text: string) => /<resumptionToken[^>]*>([^<]+)</.exec(text)?.[1] ?? '';
const idsIn = (text: string) => [...text.matchAll(/<identifier>oai:[^:]+:([^<]+)</g)].map(([, id = '']) => id);

/** Returns all pages of a list. Calls `between` after each page. */
async function harvest(
  server: TestServer,
  parameters: Record<string, string>,
  between: (delivered: readonly string[]) => Promise<void> = async () => undefined,
) {
  const delivered: string[] = [];
  let text = await ask(server, { verb: 'ListRecords', metadataPrefix: 'oai_dc', ...parameters });
  const responseDate = findTexts(text, '//oai:responseDate')[0] ?? '';
  for (;;) {
    const ids = idsIn(text);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.length).toBeLessThanOrEqual(harvestPageSize);
    delivered.push(...ids);
    const token = tokenIn(text);
    if (token === '') break;
    await between(delivered);
    text = await (await fetch(`${server.url}/v1/oai?verb=ListRecords&resumptionToken=${token}`)).text();
  }
  expect(findXmlFault(text, 'harvest.xsd')).toBeNull();
  return { delivered, responseDate };
}

test('every verb gives a valid document, by GET and by POST', async () => {
  await using server = await openLibrary();
  await publish(server, 'a', { title: 'भौतिक <&> \u0002 物理', yearBs: 2081 });
  const identifier = findTexts(await ask(server, 'verb=ListIdentifiers&metadataPrefix=oai_dc'), '//oai:identifier')[0];
  const requests = [
    'verb=Identify',
    'verb=ListMetadataFormats',
    `verb=ListMetadataFormats&identifier=${identifier}`,
    'verb=ListSets',
    'verb=ListIdentifiers&metadataPrefix=oai_dc&set=csit&from=2020-01-01&until=2199-12-31',
    'verb=ListRecords&metadataPrefix=oai_dc',
    `verb=GetRecord&metadataPrefix=oai_dc&identifier=${identifier}`,
  ];
  const withoutDate = (text: string) => text.replace(/<responseDate>[^<]*/, '');
  for (const request of requests) {
    const text = await ask(server, request);
    expect([request, errorOf(text)]).toEqual([request, null]);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const posted = await callAs(server.url).call('POST', '/oai', { body: request, headers });
    expect(withoutDate(posted.text)).toBe(withoutDate(text));
  }
  const record = await ask(server, requests.at(-1) ?? '');
  expect(findTexts(record, '//dc:title')).toEqual(['भौतिक <&> \uFFFD 物理']);
  expect(findTexts(record, '//dc:identifier')).toEqual([`${server.url}/material/a`]);
  expect(findTexts(record, '//dc:date')).toEqual(['2024']);
  expect(findTexts(record, '//oai:setSpec')).toEqual(['csit']);
  expect(findTexts(await ask(server, 'verb=Identify'), '//oai:deletedRecord')).toEqual(['persistent']);
  const body = 'x'.repeat(9000);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
    expect((await callAs(server.url).call('POST', '/oai', { body, headers: { 'content-type': type } })).status).toBe(
      400,
    );
});

test('a wrong request gets the error of the protocol', async () => {
  await using server = await openLibrary();
  await publish(server, 'a');
  const list = 'verb=ListRecords&metadataPrefix=oai_dc';
  const forged = (fields: unknown) => Buffer.from(JSON.stringify(fields)).toString('base64url');
  const token = (text: string) => `verb=ListRecords&resumptionToken=${text}`;
  const errors: Record<string, string> = {
    '': 'badVerb',
    'verb=Nothing': 'badVerb',
    'verb=Identify&verb=Identify': 'badVerb',
    'verb=Identify&set=csit': 'badArgument',
    'verb=ListRecords': 'badArgument',
    [`${list}&metadataPrefix=oai_dc`]: 'badArgument',
    [`${list}&resumptionToken=x`]: 'badArgument',
    [`${list}&from=2024-02-30`]: 'badArgument',
    [`${list}&from=yesterday`]: 'badArgument',
    [`${list}&from=2024-01-01&until=2024-01-01T00:00:00Z`]: 'badArgument',
    [`${list}&from=2024-01-02&until=2024-01-01`]: 'badArgument',
    'verb=ListRecords&metadataPrefix=marc21': 'cannotDisseminateFormat',
    [`${list}&until=2001-01-01`]: 'noRecordsMatch',
    [`${list}&from=2198-01-01`]: 'noRecordsMatch',
    [`${list}&set=bca`]: 'noRecordsMatch',
    [`${list}&set=none`]: 'noRecordsMatch',
    [`${list}&set=a%20b`]: 'badArgument',
    'verb=GetRecord&metadataPrefix=oai_dc&identifier=%01': 'badArgument',
    'verb=GetRecord&metadataPrefix=oai_dc&identifier=a': 'idDoesNotExist',
    'verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:examshelf-1:a': 'idDoesNotExist',
    'verb=ListMetadataFormats&identifier=x': 'idDoesNotExist',
    'verb=ListSets&resumptionToken=x': 'badResumptionToken',
    [token('x')]: 'badResumptionToken',
    [token('a'.repeat(5000))]: 'badResumptionToken',
    [token(forged(['ListIdentifiers', 'number', 0, null, 0]))]: 'badResumptionToken',
    [token(forged(['ListRecords', 'number', -1, null, 0]))]: 'badResumptionToken',
    [token(forged(['ListRecords', 'number', 5, null, 0]))]: 'badResumptionToken',
    [token(forged(['ListRecords', 'title', 0, null, 0]))]: 'badResumptionToken',
  };
  const found: Record<string, string | null> = {};
  for (const request of Object.keys(errors)) found[request] = errorOf(await ask(server, request));
  expect(found).toEqual(errors);
});

test('a deleted, hidden, closed or purged material leaves a tombstone, and a restored one has a harvest record again', async () => {
  await using server = await openLibrary();
  const { materials } = server.resources.database;
  const steps: [name: string, step: () => Promise<unknown>, isDeleted: boolean][] = [
    ['published', () => publish(server, 'a'), false],
    ['edited', () => materials.update('a', { title: 'Other' }), false],
    ['moved', () => materials.update('a', { facultyId: 'bca' }), false],
    ['deleted', () => materials.withdraw('a'), true],
    ['restored', () => materials.restore('a'), false],
    ['hidden', () => materials.update('a', { permissions: [] }), true],
    ['shown', () => materials.update('a', { permissions: ['read("any")'] }), false],
    ['for members', () => materials.update('a', { permissions: ['read("users")'] }), true],
    ['for all', () => materials.update('a', { permissions: ['read("any")'] }), false],
    ['deleted again', () => materials.withdraw('a'), true],
    ['purged', () => materials.remove('a'), true],
    ['uploaded again', () => publish(server, 'a'), false],
    ['removed at once', () => materials.remove('a'), true],
  ];
  let revision = 0;
  for (const [name, step, isDeleted] of steps) {
    await step();
    const text = await ask(server, 'verb=ListRecords&metadataPrefix=oai_dc');
    expect([name, idsIn(text)]).toEqual([name, ['a']]);
    expect([name, findTexts(text, "//oai:header[@status='deleted']").length]).toEqual([name, Number(isDeleted)]);
    expect([name, findTexts(text, '//oai:metadata').length]).toEqual([name, Number(!isDeleted)]);
    const record = await server.services.harvest.find('a');
    // A purge changes nothing for harvesters: they got the deletion before.
    expect([name, (record?.revision ?? 0) > revision]).toEqual([name, name !== 'purged']);
    revision = record?.revision ?? 0;
  }
  await publish(server, 'never public', { permissions: ['read("users")'], id: 'b' });
  await materials.withdraw('b');
  expect(await server.services.harvest.find('b')).toBeNull();
});

const manyRecords = extentOf('records', { all: 10_000, part: 1_200 });

test('a harvest of thousands of records misses and repeats none while records change', async () => {
  await using server = await openLibrary({ papers: manyRecords });
  const { ids } = server;
  const { database } = server.resources;
  const added: string[] = [];
  const whole = await harvest(server, {}, async (delivered) => {
    const [done = '', ahead = ''] = [delivered.at(-7) ?? '', ids[delivered.length + 50] ?? ''];
    await database.transaction(async ({ materials }) => {
      for (const id of [done, ahead]) if (id) await materials.update(id, { title: `${id}, changed` });
      await materials.withdraw(delivered.at(-3) ?? '');
      if (ids[delivered.length + 70]) await materials.withdraw(ids[delivered.length + 70] ?? '');
      if (added.length < 20) {
        added.push(`n${added.length}`);
        await materials.insert(newMaterial(added.at(-1) ?? '', { fileId: 'file', ...place }));
      }
    });
  });
  expect(whole.delivered).toHaveLength(manyRecords + added.length);
  expect(new Set(whole.delivered)).toEqual(new Set([...ids, ...added]));
  // The next harvest starts at the beginning of this one, and has the changes from then on.
  const next = await harvest(server, { from: whole.responseDate });
  expect(new Set(next.delivered).size).toBe(next.delivered.length);
  for (const id of added) expect(next.delivered).toContain(id);
});

test('a harvest from a date misses no simultaneous change, and a harvest of a set has only the records of that set', async () => {
  // As if the first 100 had been changed long ago.
  const seed = 'update harvest_records set changed_at = 1000000000 where number <= 100';
  await using server = await openLibrary({ papers: 450, seed });
  const { ids } = server;
  let changed = '';
  const { delivered } = await harvest(server, { from: '2010-01-01' }, async () => {
    changed ||= ids[400] ?? '';
    await server.resources.database.materials.update(changed, { title: 'Other' });
  });
  expect(delivered.toSorted()).toEqual(ids.slice(100).toSorted());
  expect(delivered.at(-1)).toBe(changed);
  const old = await harvest(server, { until: '2010-01-01' });
  expect(old.delivered).toEqual(ids.slice(0, 100));
  const set = await harvest(server, { set: 'bca' });
  expect(set.delivered).toEqual(ids.filter((_, index) => index % 2 === 1));
  const part = await harvest(server, { set: 'bca', from: '2010-01-01' });
  expect(part.delivered.toSorted()).toEqual(
    ids
      .slice(100)
      .filter((_, index) => index % 2 === 1)
      .toSorted(),
  );
});

test('datestamps never decrease, and no response is dated before the last change, even if the clock was ahead', async () => {
  const seed = `update harvest_clock set changed_at = ${Date.parse('2150-01-01') / 1000}`;
  await using server = await openLibrary({ papers: 1, seed });
  await publish(server, 'b');
  const { delivered, responseDate } = await harvest(server, { from: '2150-01-01T00:00:00Z' });
  expect([delivered, responseDate]).toEqual([['b'], '2150-01-01T00:00:00Z']);
  await server.resources.database.materials.update('m1', { title: 'Other' });
  expect((await harvest(server, { from: responseDate })).delivered.toSorted()).toEqual(['b', 'm1']);
});
