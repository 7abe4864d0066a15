import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { makePdf } from '#test/support/documents.ts';
import { keepReaderShelf, painted, papers, phone, place, sizes } from '#test/support/reader-shelf.ts';

/** The papers before and after the open one, and the menu, on a phone. */

const shelf = keepReaderShelf(async (librarian) => {
  for (const year of [2021, 2022, 2023]) {
    await librarian.upload(`${year}.pdf`, makePdf([[`Questions of ${year}`]]), `file-${year}`);
    await librarian.publish(
      'paper',
      { ...place, title: `Paper of ${year}`, year, fileId: `file-${year}` },
      `paper-${year}`,
    );
  }
});

test('the bar of a phone has the years of the papers before and after, which open in place', async () => {
  const page = await shelf.newPage(phone);
  await page.goto(`${shelf.url()}${papers}?open=paper-2022`);
  const dialog = page.getByRole('dialog');
  const [older, newer] = [/^Older paper: /, /^Newer paper: /].map((name) => dialog.getByRole('button', { name }));
  await expect.poll(() => older!.innerText()).toBe('2021');
  expect([await newer!.innerText(), await newer!.getAttribute('aria-label')]).toEqual([
    '2023',
    'Newer paper: Paper of 2023',
  ]);
  await older!.click();
  await dialog.getByRole('heading', { name: 'Paper of 2021' }).waitFor();
  await painted(page, 1).waitFor();
  expect(new URL(page.url()).searchParams.get('open')).toBe('paper-2021');
  await expect.poll(() => newer!.innerText()).toBe('2022');
  expect(await older!.count()).toBe(0);
  for (const year of [2022, 2023]) {
    await newer!.click();
    await dialog.getByRole('heading', { name: `Paper of ${year}` }).waitFor();
  }
  await expect.poll(() => older!.innerText()).toBe('2022');
  expect(await newer!.count()).toBe(0);
});

test('the tools of a paper with others before and after it fit in one row of 320 px', async () => {
  const page = await shelf.newPage({ ...phone, viewport: { width: 320, height: 640 } });
  await page.goto(`${shelf.url()}${papers}?open=paper-2022`);
  const bar = page.getByRole('region', { name: 'Reader tools' });
  await bar.getByRole('button', { name: /^Newer paper: / }).waitFor();
  await painted(page, 1).waitFor();
  const tops = await bar
    .getByRole('button')
    .evaluateAll((tools) => tools.map((tool) => tool.getBoundingClientRect().top));
  expect(tops.length).toBeGreaterThan(4);
  expect(new Set(tops).size).toBe(1);
});

test.each(sizes)('no tool of the bar moves on a $name when the papers before and after arrive late', async (size) => {
  const page = await shelf.newPage(size.options);
  const arrival = Promise.withResolvers<void>();
  const isAsked = Promise.withResolvers<void>();
  await page.route(/\/documents\?/, async (route) => {
    isAsked.resolve();
    await arrival.promise;
    await route.continue();
  });
  await page.goto(`${shelf.url()}${pages.material('paper-2022')}?open=paper-2022`);
  const bar = page.getByRole('region', { name: 'Reader tools' });
  const places = () =>
    bar
      .locator('.reader-tool:not(.neighbour-tool)')
      .evaluateAll((tools) =>
        tools.map((tool) => [tool.getAttribute('aria-label'), tool.getBoundingClientRect().left]),
      );
  await isAsked.promise;
  await painted(page, 1).waitFor();
  const before = await places();
  arrival.resolve();
  await bar.getByRole('button', { name: /^Newer paper: / }).waitFor();
  expect(before.length).toBeGreaterThan(2);
  expect(await places()).toEqual(before);
});

test('the menu of a phone has at most nine rows, each of which can do something', async () => {
  const page = await shelf.newPage(phone);
  await shelf.open(page, `${pages.material('book')}?open=book`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const items = page.getByRole('menuitem').or(page.getByRole('menuitemcheckbox'));
  const tops = await items.evaluateAll((each) => each.map((item) => item.getBoundingClientRect().top));
  expect(new Set(tops).size).toBeLessThanOrEqual(9);
  expect(new Set(tops).size).toBeGreaterThan(4);
  expect(await items.and(page.locator('[aria-disabled]')).count()).toBe(0);
});
