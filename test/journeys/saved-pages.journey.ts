import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { chooseFolder } from '#test/support/choose-folder.ts';
import { signIn, upload } from '#test/support/panel.ts';
import { openTestServer } from '#test/support/server.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { watchForTrouble } from '#test/support/trouble.ts';

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

const paper = (year: string, questions: readonly string[]) =>
  `<h1>Operating Systems ${year}</h1><p>Tribhuvan University, Computer Science and Information Technology</p><p>Full Marks: 60</p>
<ol>${questions.map((question) => `<li>${question} [5]</li>`).join('')}</ol>`;
const deadlocks = paper('2078', [
  'Explain how the processes in the figure of 2078 enter a deadlock.',
  'What is thrashing, and what prevents it? Compare two ways.',
]);
const disks = paper('2077', [
  'In which order are the cylinders in the figure of 2077 visited by the elevator algorithm?',
  'Draw the blocks of an indexed file, and compute its largest size.',
]);

/** A page of a website, as browsers save it: its navigation is not part of the reading view. */
const complete = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>OS 2078 | College Notes</title>
<link rel="stylesheet" href="Operating%20Systems%202078_files/site.css"></head><body>
<nav class="navbar"><ul><li><a href="/">Home</a></li><li><a href="/about">About the college</a></li></ul></nav>
<main>${deadlocks}<img src="./Operating%20Systems%202078_files/figure.png" alt="Figure" width="40" height="40"></main>
<footer><p>All rights of this page belong to the college</p></footer></body></html>`;

/** Another page, as Chromium saves it in one file. */
const mhtml = `From: <Saved by Blink>
Snapshot-Content-Location: http://notes.example/os
MIME-Version: 1.0
Content-Type: multipart/related;
	type="text/html";
	boundary="----MultipartBoundary--x----"

------MultipartBoundary--x----
Content-Type: text/html
Content-Location: http://notes.example/os

<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="stylesheet" href="cid:css-1@mhtml.blink"></head><body>
${disks}<img src="http://notes.example/figure.png" alt="Figure" width="40" height="40"></body></html>
------MultipartBoundary--x----
Content-Type: image/png
Content-Transfer-Encoding: base64
Content-Location: http://notes.example/figure.png

${picture}
------MultipartBoundary--x----
Content-Type: text/css
Content-Location: cid:css-1@mhtml.blink

h1 { color: rgb(1, 2, 3); background: url("/figure.png") }
------MultipartBoundary--x------
`.replaceAll('\n', '\r\n');

async function makeFolder(): Promise<{ root: string; [Symbol.asyncDispose](): Promise<void> }> {
  const root = await mkdtemp(path.join(tmpdir(), 'examshelf-saved-'));
  const subject = 'CSIT/4th Semester/Operating Systems/Question Papers';
  const files: [string, string | Buffer][] = [
    ['Operating Systems 2078.html', complete],
    ['Operating Systems 2078_files/figure.png', Buffer.from(picture, 'base64')],
    ['Operating Systems 2078_files/site.css', 'h1 { color: rgb(1, 2, 3); background: url(figure.png) }'],
    ['Operating Systems 2077.mht', mhtml],
  ];
  for (const [name, content] of files) {
    await mkdir(path.dirname(path.join(root, subject, name)), { recursive: true });
    await writeFile(path.join(root, subject, name), content);
  }
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}

test('a saved page with its pictures, and MHTML, are one row each, and their papers show the pictures', async () => {
  await using server = await openTestServer({ withPages: true, readsTexts: true });
  await using browser = await shareBrowser();
  await using folder = await makeFolder();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const trouble = watchForTrouble(page);
  await signIn(page, server.url);
  await page.getByRole('tab', { name: 'Import Many' }).click();
  await chooseFolder(page.getByLabel('Choose a folder'), path.join(folder.root, 'CSIT'));
  const filters = page.getByRole('group', { name: 'Which files' });
  await filters.getByRole('button', { name: 'Ready 2' }).waitFor();
  expect(await page.getByText(/not added/).count()).toBe(0);
  await page.getByRole('button', { name: 'Publish 2 files' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish 2 files' }).click();
  await page.getByText('2 files published.').waitFor();

  await page.goto(server.url + pages.papers('csit', '4', 'operating-systems'));
  const ofSite = await openPaper(page, '2078');
  await expectPicture(ofSite);
  expect(await ofSite.getByText('About the college').count()).toBe(0);
  await page.keyboard.press('u');
  await ofSite.getByText('About the college').waitFor();
  await expectPicture(ofSite);
  await expectStyle(ofSite);
  await page.keyboard.press('Escape');
  const ofMhtml = await openPaper(page, '2077');
  await expectPicture(ofMhtml);
  await expectStyle(ofMhtml);
  expect(trouble()).toEqual([]);
  await context.close();
});

test('MHTML that is chosen in the form is published as one page with its pictures', async () => {
  await using server = await openTestServer({ withPages: true, readsTexts: true });
  await using browser = await shareBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const trouble = watchForTrouble(page);
  await signIn(page, server.url);
  await upload(page, {
    kind: 'Question Papers',
    faculty: 'BSc CSIT',
    level: 'Semester 4',
    subject: 'Operating Systems',
    year: '2020',
    file: { name: 'Operating Systems 2077.mht', mimeType: 'multipart/related', buffer: Buffer.from(mhtml) },
  });
  await page.goto(server.url + pages.papers('csit', '4', 'operating-systems'));
  const shown = await openPaper(page, '2077');
  await expectPicture(shown);
  await expectStyle(shown);
  expect(trouble()).toEqual([]);
  await context.close();
});

async function openPaper(page: Page, year: string): Promise<FrameLocator> {
  await page.getByRole('listitem').filter({ hasText: year }).getByRole('link', { name: 'View' }).first().click();
  const frame = page.getByRole('dialog').frameLocator('iframe');
  await frame.getByText(`figure of ${year}`).waitFor();
  return frame;
}

async function expectPicture(frame: FrameLocator): Promise<void> {
  const width = () => frame.getByAltText('Figure').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBe(1);
}

async function expectStyle(frame: FrameLocator): Promise<void> {
  const style = () =>
    frame.locator('h1').evaluate((element) => {
      const { color, backgroundImage } = getComputedStyle(element);
      return [color, backgroundImage.slice(0, 22)];
    });
  await expect.poll(style).toEqual(['rgb(1, 2, 3)', 'url("data:image/png;ba']);
}
