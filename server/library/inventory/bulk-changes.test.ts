import { pino } from 'pino';
import { expect, test } from 'vitest';
import { everyMaterial } from '#contract/inventory.ts';
import type { BulkAction } from '#contract/bulk-change.ts';
import type { Actor } from '#domain/account.ts';
import { createTrail } from '#server/library/accounts/trail.ts';
import { createChanges, type Change } from '#server/library/changes.ts';
import { addFile, newMaterial } from '#server/engines/database/database.suite.ts';
import type { NewMaterial } from '#server/engines/database/database.ts';
import { readCatalogue } from '#server/library/site-content/catalogue-file.ts';
import { openTestPlace } from '#test/support/test-place.ts';
import { createInventoryService } from './create-inventory-service.ts';
import { RefusedChange } from './bulk-changes.ts';
import { selectInventory } from './select-inventory.ts';

const administrator: Actor = { role: 'administrator', userId: 'u1', sessionId: 's1' };
const catalogue = await readCatalogue('tribhuvan');
const elsewhere = { facultyId: 'bca', semesterId: '2', subject: 'C Programming' };

/** Opens the service on a real database. The write statement number `fault.at`, counted from 1, fails. */
async function openInventory() {
  const place = await openTestPlace();
  const fault = { at: Number.POSITIVE_INFINITY, statements: [] as string[] };
  const database = await place.openRecords({
    now: () => 1_790_000_000_000,
    onWrite(sql) {
      fault.statements.push(sql);
      if (fault.statements.length === fault.at) throw new Error('this statement fails');
    },
  });
  const announced: Change[] = [];
  const changes = createChanges((error) => {
    throw error;
  });
  changes.listen((change) => announced.push(change));
  const trail = createTrail({ database, log: pino({ level: 'silent' }), now: Date.now });
  const texts = { listScanned: async () => [] };
  const inventory = createInventoryService({ database, catalogue, texts, changes, trail, maxMaterials: 10 });
  await addFile(database, 'file');
  await addFile(database, 'html', { mimeType: 'text/html' });
  await addFile(database, 'cover', { mimeType: 'image/png' });
  return {
    database,
    catalogue,
    texts,
    inventory,
    trail,
    announced,
    fault,
    async add(id: string, facts: Partial<NewMaterial> = {}) {
      await database.materials.insert(newMaterial(id, facts));
    },
    change: (named: string[], change: BulkAction, skipsRefused = false) =>
      inventory.change(administrator, { selection: { ids: named }, change, skipsRefused }),
    undo: (id: string | null) => inventory.undo(administrator, id ?? ''),
    /** Returns all materials, without the time of their last change, which always increases. */
    async state() {
      const rows = await database.bulkChanges.read(['a', 'b', 'c', 'd', 'e']);
      const counts = await database.materials.count();
      return { states: rows.map(({ material, state }) => ({ id: material.id, ...state })), counts };
    },
    async [Symbol.asyncDispose]() {
      await database.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

/** Opens the service with materials of several kinds and states. */
async function openFilled() {
  const opened = await openInventory();
  await opened.add('a');
  await opened.add('b', { kind: 'note', year: null });
  await opened.add('c', { kind: 'book', year: 2020, coverFileId: 'cover' });
  await opened.add('d', { permissions: ['read("users")', 'update("users")'] });
  await opened.add('e', { year: 2020 });
  opened.announced.length = 0;
  return opened;
}

const all = ['a', 'b', 'c', 'd', 'e'];

const everyChange: [string, BulkAction][] = [
  ['moving', { action: 'edit', ...elsewhere }],
  ['another kind', { action: 'edit', kind: 'revision' }],
  ['another year', { action: 'edit', year: 2023 }],
  ['hiding', { action: 'hide', reason: 'Under review' }],
  ['deleting', { action: 'delete' }],
];

test.each(everyChange)(
  '%s changes all materials, is announced and logged once, and is undone in one step',
  async (_name, change) => {
    await using opened = await openFilled();
    const before = await opened.state();
    const made = await opened.change(all, change);
    expect([made.changed + made.unchanged, made.refused]).toEqual([5, []]);
    const after = await opened.state();
    expect(after).not.toEqual(before);
    expect(opened.announced).toMatchObject([{ subject: 'materials' }]);
    expect(await opened.undo(made.id)).toEqual({ id: made.id, restored: made.changed, left: [], leftTotal: 0 });
    expect(await opened.state()).toEqual(before);
    expect(opened.announced).toHaveLength(2);
    const entries = await opened.trail.list({ limit: 10 });
    expect(entries.map(({ subjectId, title }) => [subjectId, title])).toEqual([
      [made.id, `${made.changed} materials`],
      [made.id, `${made.changed} materials`],
    ]);
    expect(await opened.database.bulkChanges.listOf('a')).toEqual([made.id]);
  },
);

test('undoing the actions show and restore hides and deletes the materials again, with the former reason and date', async () => {
  await using opened = await openFilled();
  const hidden = await opened.change(['a', 'd'], { action: 'hide', reason: 'Under review' });
  const whenHidden = await opened.state();
  const shown = await opened.change(all, { action: 'show' });
  expect([shown.changed, shown.unchanged]).toEqual([2, 3]);
  await opened.undo(shown.id);
  expect(await opened.state()).toEqual(whenHidden);
  await opened.change(['b', 'c'], { action: 'delete' });
  const whenDeleted = await opened.state();
  const restored = await opened.change(all, { action: 'restore' });
  expect(restored.changed).toBe(2);
  await opened.undo(restored.id);
  expect(await opened.state()).toEqual(whenDeleted);
  // Undoing the hiding skips both: they were changed since, i.e. shown and hidden again.
  expect(await opened.undo(hidden.id)).toMatchObject({ restored: 0, leftTotal: 2 });
});

test.each(everyChange)('a failure of any statement of %s, or of undoing it, changes nothing', async (_name, change) => {
  await using opened = await openFilled();
  const { fault } = opened;
  /**
   * Runs the work once for each of its statements, each time with that statement failing; then once without a failure.
   * Returns the state after each failure.
   */
  async function failEverywhere<Result>(work: () => Promise<Result>, redo: () => Promise<unknown>) {
    const failures: { message: string; state: unknown; announced: number }[] = [];
    for (let at = 1; ; at += 1) {
      const announced = opened.announced.length;
      fault.statements = [];
      fault.at = at;
      const result = await work().catch((error: unknown) => error);
      const hasFailed = fault.statements.length >= at;
      fault.at = Number.POSITIVE_INFINITY;
      if (result instanceof Error)
        failures.push({
          message: result.message,
          state: await opened.state(),
          announced: opened.announced.length - announced,
        });
      else if (!hasFailed) return failures;
      // A trail entry that cannot be written does not stop the change.
      else await redo();
    }
  }
  let made: string | null = null;
  const make = async () => {
    made = (await opened.change(all, change)).id;
  };
  const unmake = () => opened.undo(made);
  const before = await opened.state();
  const failed = (state: unknown) => ({ message: 'this statement fails', state, announced: 0 });

  const whileMaking = await failEverywhere(make, unmake);
  expect(whileMaking.length).toBeGreaterThan(7);
  expect(whileMaking).toEqual(whileMaking.map(() => failed(before)));
  const changed = await opened.state();
  expect(changed).not.toEqual(before);

  const whileUndoing = await failEverywhere(unmake, make);
  expect(whileUndoing.length).toBeGreaterThan(7);
  expect(whileUndoing).toEqual(whileUndoing.map(() => failed(changed)));
  expect(await opened.state()).toEqual(before);
});

test('if one material cannot be changed, the whole change is refused, and each refused material is named with its reason', async () => {
  await using opened = await openFilled();
  await opened.add('web', { fileId: 'html' });
  await opened.add('gone');
  await opened.database.materials.withdraw('gone');
  const before = await opened.state();
  const refusals: [string[], BulkAction, string[]][] = [
    [['a', 'web'], { action: 'edit', kind: 'note' }, ['A Study Note must be a PDF file.']],
    [['b'], { action: 'edit', kind: 'paper' }, ['A Question Paper needs a year.']],
    [['a', 'b'], { action: 'edit', year: null }, ['A Question Paper needs a year.']],
    [['a'], { action: 'edit', facultyId: 'none' }, ['There is no faculty “none”.']],
    [['a'], { action: 'edit', semesterId: '9' }, ['BSc CSIT has no term “9”.']],
    [['a'], { action: 'edit', subject: 'Alchemy' }, ['Semester 1 of BSc CSIT has no subject “Alchemy”.']],
    [
      ['a', 'gone', 'none'],
      { action: 'edit', year: 2020 },
      ['It is in the trash. Restore it first.', 'It no longer exists.'],
    ],
    [['gone'], { action: 'hide', reason: 'Why' }, ['It is in the trash. Restore it first.']],
  ];
  for (const [named, change, reasons] of refusals) {
    const refusal = await opened.change(named, change).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RefusedChange);
    const { refused, message } = refusal as RefusedChange;
    expect(refused.map(({ reason }) => reason)).toEqual(reasons);
    expect(message).toContain('Nothing was changed');
  }
  expect(await opened.state()).toEqual(before);
  expect(opened.announced.filter(({ subject }) => subject === 'materials')).toEqual([]);

  const skipping = await opened.change(['a', 'b', 'web'], { action: 'edit', kind: 'note' }, true);
  expect(skipping).toMatchObject({ changed: 1, unchanged: 1, refused: [{ id: 'web' }], refusedTotal: 1 });
});

test('undoing skips materials edited since, restores the others, and returns the same outcome when repeated', async () => {
  await using opened = await openFilled();
  const { database } = opened;
  const made = await opened.change(all, { action: 'edit', kind: 'note', year: 2018 });
  await database.materials.update('a', { title: 'Corrected' });
  await database.materials.withdraw('b');
  await database.materials.remove('d');
  await database.files.remove('cover');
  const outcome = await opened.undo(made.id);
  expect(outcome).toMatchObject({
    restored: 2,
    leftTotal: 3,
    left: [
      { id: 'a', title: 'Corrected', reason: 'It was changed since.' },
      { id: 'b', reason: 'It was changed since.' },
      { id: 'd', title: '', reason: 'It is no longer in the library.' },
    ],
  });
  const rows = await database.bulkChanges.read(['a', 'c', 'e']);
  expect(rows.map(({ state }) => [state.kind, state.year, state.coverFileId])).toEqual([
    ['note', 2018, null],
    // The cover was no longer used and was deleted.
    ['book', 2020, null],
    ['paper', 2020, null],
  ]);
  await database.materials.update('e', { title: 'Later' });
  expect(await opened.undo(made.id)).toEqual(outcome);
});

test('undoing a move uses the current name of a subject that was renamed since', async () => {
  await using opened = await openFilled();
  const made = await opened.change(['a'], { action: 'edit', ...elsewhere });
  const faculties = catalogue.faculties.map((faculty) => ({
    ...faculty,
    terms: faculty.terms.map((term) => ({
      ...term,
      subjects: term.subjects.map((subject) =>
        faculty.id === 'csit' && subject.name === 'C Programming'
          ? { ...subject, name: 'Programming in C', formerly: [{ name: subject.name, slug: subject.slug }] }
          : subject,
      ),
    })),
  }));
  const { database, texts, trail } = opened;
  const changes = createChanges((error) => {
    throw error;
  });
  const later = createInventoryService({ database, catalogue: { faculties }, texts, changes, trail });
  expect(await later.undo(administrator, made.id ?? '')).toMatchObject({ restored: 1 });
  expect(await database.materials.find('a')).toMatchObject({ facultyId: 'csit', subject: 'Programming in C' });
});

test('a year of Bikram Sambat is cleared if it does not match the new year, and the undo restores it', async () => {
  await using opened = await openFilled();
  await opened.database.materials.update('a', { yearBs: 2081 });
  const yearsOf = async () => {
    const [row] = await opened.database.bulkChanges.read(['a']);
    return [row?.state.year, row?.state.yearBs];
  };
  await opened.change(['a'], { action: 'edit', year: 2025 });
  expect(await yearsOf()).toEqual([2025, 2081]);
  const made = await opened.change(['a'], { action: 'edit', year: 2020 });
  expect([made.steps[0]?.from, made.steps[0]?.to, await yearsOf()]).toEqual(['2025 · 2081 BS', '2020', [2020, null]]);
  await opened.undo(made.id);
  expect(await yearsOf()).toEqual([2025, 2081]);
});

test('undoing a bulk hide does not show materials that have got another reason for hiding since', async () => {
  await using opened = await openFilled();
  const made = await opened.change(['a', 'b'], { action: 'hide', reason: 'Under review' });
  await opened.database.materials.setHidingReason('a', 'The owner asked');
  expect(await opened.undo(made.id)).toMatchObject({ restored: 1, left: [{ id: 'a' }] });
});

test('a bulk edit can be undone for a week of lived time, and only the newest are stored, up to a number of materials', async () => {
  await using opened = await openFilled();
  const { database } = opened;
  const first = await opened.change(['a'], { action: 'edit', year: 2001 });
  const second = await opened.change(['b'], { action: 'edit', year: 2002 });
  const third = await opened.change(['c', 'd', 'e'], { action: 'edit', year: 2003 });
  await database.bulkChanges.prune({ changes: 10, materials: 4 });
  await expect(opened.undo(first.id)).rejects.toMatchObject({ type: 'document_not_found' });
  await database.bulkChanges.prune({ changes: 1, materials: 0 });
  await expect(opened.undo(second.id)).rejects.toMatchObject({ type: 'document_not_found' });
  await database.livedTime.add(7 * 24 * 60 * 60 * 1000 + 1);
  await expect(opened.undo(third.id)).rejects.toThrow('more than a week ago');
  expect((await database.materials.find('c'))?.year).toBe(2003);
});

test('an edit of all matching materials must name the number that was shown, and has a maximum', async () => {
  await using opened = await openFilled();
  const { inventory, database } = opened;
  const matching = { ...everyMaterial, kind: ['paper' as const] };
  const change: BulkAction = { action: 'edit', year: 2001 };
  const changeMatching = (total: number) =>
    inventory.change(administrator, { selection: { matching, total }, change, skipsRefused: false });
  await expect(changeMatching(4)).rejects.toThrow('Nothing was changed: 3 materials match now, not 4.');
  expect(await changeMatching(3)).toMatchObject({
    changed: 3,
    steps: [
      { kind: 'paper', what: 'year', from: '2024', to: '2001', count: 2 },
      { kind: 'paper', what: 'year', from: '2020', to: '2001', count: 1 },
    ],
  });
  for (let index = 0; index < 8; index += 1) await opened.add(`m${index}`, { year: 2001 });
  await expect(changeMatching(11)).rejects.toThrow('At most 10 materials can be changed at once, and 11 match.');
  await database.materials.withdraw('m0');
  const deleting = { selection: { matching, total: 10 }, change: { action: 'delete' } as const, skipsRefused: false };
  const statements = opened.fault.statements.length;
  const deleted = await inventory.change(administrator, deleting);
  expect(deleted).toMatchObject({ changed: 10, refusedTotal: 0 });
  // No more statements than for one material.
  expect(opened.fault.statements.length - statements).toBeLessThan(20);
  expect(await opened.undo(deleted.id)).toMatchObject({ restored: 10, leftTotal: 0 });
  expect(await database.inventory.listIds(await selectInventory(matching, database, opened), 100)).toMatchObject({
    total: 10,
  });
});
