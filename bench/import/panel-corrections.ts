import type { Page } from 'playwright-core';
import type { StagedFileAnswer } from '#contract/schemas/answer-types.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import { columns } from '#app/features/import/rows/columns.ts';
import { tabTo } from '#test/support/keyboard.ts';
import type { TangledFile } from './tangled-tree.ts';
import { kindNames } from '#messages/kinds.ts';

type Wrong = { row: StagedFileAnswer; index: number; file: TangledFile; column: 'Subject' | 'Kind' | 'Year' };

type Corrections = {
  /** The files by their path in the table. */
  truth: ReadonlyMap<string, TangledFile>;
  catalogue: Catalogue;
  readRows: () => Promise<StagedFileAnswer[]>;
};

/** Most corrections: with more, the inheritance would be no help. */
const maxCorrections = 60;
const loadingMs = 20_000;

/**
 * Corrects wrong cells in the table of staged files, one at a time, with the keys that a person would press. Other rows may
 * inherit a correction, so the rows are read again each time. Returns the corrections.
 */
export async function correctByKeyboard(page: Page, { truth, catalogue, readRows }: Corrections): Promise<string[]> {
  const done: string[] = [];
  const skipped = new Set<string>();
  await page.getByRole('group', { name: 'Which files' }).getByRole('button', { name: 'All' }).press('Enter');
  await tabTo(page, page.getByRole('grid', { name: 'Staged files' }));
  for (;;) {
    const wrong = findWrong(await readRows(), truth, skipped);
    if (!wrong) return done;
    if (done.length >= maxCorrections) return [...done, 'NOT ALL: too many corrections'];
    await goTo(page, wrong);
    if (wrong.column === 'Year') await page.keyboard.type(String(wrong.file.year ?? ''));
    else if (!(await choose(page, wrong, catalogue))) {
      await page.keyboard.press('Escape');
      skipped.add(wrong.row.path);
      done.push(`NOT DONE, not offered: ${wrong.column} of ${wrong.file.path}`);
      continue;
    }
    const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.keyboard.press('Enter');
    if (!(await answered).ok()) throw new Error(`${wrong.file.path} could not be corrected`);
    done.push(`${wrong.column} of ${wrong.file.path} [${wrong.file.what}]`);
  }
}

/** Returns the first row with a wrong field that its kind needs. Copies that were not sent are never published. */
function findWrong(
  rows: readonly StagedFileAnswer[],
  truth: Corrections['truth'],
  skipped: ReadonlySet<string>,
): Wrong | null {
  for (const [index, row] of rows.entries()) {
    const file = truth.get(row.path);
    if (!file || row.state === 'waiting' || skipped.has(row.path)) continue;
    const { facultyId, semesterId, subject, kind, year } = row.fields;
    const isPlace =
      facultyId.value === file.facultyId && semesterId.value === file.semesterId && subject.value === file.subject;
    if (!isPlace) return { row, index, file, column: 'Subject' };
    if (kind.value !== file.kind) return { row, index, file, column: 'Kind' };
    if (file.year !== null && year.value !== file.year) return { row, index, file, column: 'Year' };
  }
  return null;
}

async function goTo(page: Page, { row, index, column }: Wrong): Promise<void> {
  await page.keyboard.press('Control+Home');
  for (let step = 0; step < index; step += 1) await page.keyboard.press('ArrowDown');
  const name = row.path.split('/').at(-1) ?? '';
  const grid = page.getByRole('grid', { name: 'Staged files' });
  // While the table scrolls, the row is not rendered yet.
  const active = await grid.evaluate(async (element) => {
    while (!element.ariaActiveDescendantElement) await new Promise(requestAnimationFrame);
    return element.ariaActiveDescendantElement.textContent;
  });
  if (!active.startsWith(name)) throw new Error(`the keyboard is on “${active}”, not on “${name}”`);
  const steps = columns.findIndex((each) => each.name === column);
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowRight');
}

/** Types the name, and moves down the list to the right choice. Returns false if it is not there. */
async function choose(page: Page, { row, file, column }: Wrong, { faculties }: Catalogue): Promise<boolean> {
  const faculty = faculties.find(({ id }) => id === file.facultyId);
  const term = faculty?.terms.find(({ id }) => id === file.semesterId);
  const code = term?.subjects.find(({ name }) => name === file.subject)?.code;
  const isHere = row.fields.facultyId.value === file.facultyId;
  const detail = [code, isHere ? null : faculty?.name, term?.name].filter(Boolean).join(' · ');
  const words = column === 'Kind' ? kindNames[file.kind] : file.subject;
  const expected = column === 'Kind' ? words : `${words}${detail}`;
  await page.keyboard.type(words);
  // If the faculty is not known, the subjects of all faculties are loaded.
  const isOffered = await page
    .waitForFunction(
      (text) => [...document.querySelectorAll('[role=option]')].some((option) => option.textContent === text),
      expected,
      { timeout: loadingMs },
    )
    .then(() => true)
    .catch(() => false);
  if (!isOffered) return false;
  const chosen = page.getByRole('option', { selected: true });
  while ((await chosen.textContent()) !== expected) await page.keyboard.press('ArrowDown');
  return true;
}
