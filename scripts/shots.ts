import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { pages } from '#contract/addresses.ts';
import { openBrowser } from '#test/support/browser.ts';
import { administrator, openTestServer } from '#test/support/server.ts';

/**
 * `npm run shots`: pictures of every screen on the shipped samples, phone, tablet and desktop, light and dark, into
 * `test/output/shots`. Words after `--` narrow it to the shots whose name contains one of them.
 */
const output = path.join(import.meta.dirname, '..', 'test', 'output', 'shots');
const wanted = process.argv.slice(2);

const sizes = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 768, height: 1024 },
  { name: 'desktop', width: 1440, height: 900 },
].filter((size) => wanted.includes('tablet') || size.name !== 'tablet');

type Shot = { name: string; address: string; prepare?: (page: Page) => Promise<void>; isSignedIn?: boolean };

const cSubject = 'c-programming';
const shots: Shot[] = [
  { name: 'home', address: pages.home() },
  { name: 'faculty', address: pages.faculty('csit') },
  { name: 'semester', address: pages.semester('csit', '1') },
  { name: 'papers', address: pages.papers('csit', '1', cSubject) },
  { name: 'papers-empty', address: pages.papers('bhm', '3', 'food-production-and-patisserie-iii') },
  { name: 'notes', address: pages.notes('csit', '1', cSubject) },
  { name: 'revision', address: pages.revision('csit', '1', cSubject) },
  { name: 'revision-subjects', address: pages.revisionSubjects('csit', '1') },
  { name: 'year-programme', address: pages.semester('mbbs', '1') },
  { name: 'books', address: pages.books() },
  { name: 'books-none', address: `${pages.books()}?q=zzzz` },
  { name: 'material', address: pages.material('sample-csit-c-paper-2025') },
  {
    name: 'reader',
    address: `${pages.material('sample-csit-c-paper-2025')}?open=sample-csit-c-paper-2025`,
    prepare: paperPainted,
  },
  {
    name: 'html-paper',
    address: `${pages.material('sample-csit-c-paper-2024')}?open=sample-csit-c-paper-2024`,
    prepare: settled,
  },
  { name: 'not-found', address: '/no/such/page' },
  { name: 'about', address: pages.about() },
  { name: 'faq', address: pages.faq() },
  { name: 'contact', address: pages.contact() },
  { name: 'contributors', address: pages.contributors() },
  { name: 'discussions', address: pages.discussions() },
  { name: 'discussion-new', address: pages.newDiscussion() },
  { name: 'login', address: pages.login() },
  { name: 'admin-upload', address: pages.admin(), isSignedIn: true },
  { name: 'admin-manage', address: pages.admin(), isSignedIn: true, prepare: openManage },
];

await mkdir(output, { recursive: true });
await using server = await openTestServer({ withPages: true, settings: { SAMPLES: 'on' } });
await using browser = await openBrowser();
for (const theme of ['light', 'dark'] as const) {
  for (const size of sizes) {
    for (const shot of shots) {
      const name = `${shot.name}-${size.name}-${theme}`;
      if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
      const context = await browser.newContext({ viewport: size, colorScheme: theme, reducedMotion: 'reduce' });
      await context.addInitScript((value) => {
        // Not in the frame of a paper, which has no storage.
        if (window.top === window) localStorage.setItem('theme', value);
      }, theme);
      const page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() === 'error') process.stdout.write(`${name}: ${message.text()}\n`);
      });
      page.on('pageerror', (error) => process.stdout.write(`${name}: uncaught ${error.message}\n`));
      try {
        if (shot.isSignedIn) await signIn(page);
        else await page.goto(server.url + shot.address, { waitUntil: 'networkidle' });
        await shot.prepare?.(page);
        const isOverlay = shot.name === 'reader' || shot.name === 'html-paper';
        await page.screenshot({ path: path.join(output, `${name}.png`), fullPage: !isOverlay });
      } catch (error) {
        process.stdout.write(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}\n`);
      }
      await context.close();
    }
  }
}
process.stdout.write(`The pictures lie in ${path.relative(process.cwd(), output)}\n`);

async function signIn(page: Page): Promise<void> {
  await page.goto(server.url + pages.login(), { waitUntil: 'networkidle' });
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password').fill(administrator.password);
  await page.getByRole('button', { name: 'Login', exact: true }).last().click();
  await page.getByRole('tab', { name: 'Manage Content' }).waitFor();
  await settled(page);
}

async function openManage(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Manage Content' }).click();
  await settled(page);
}

async function paperPainted(page: Page): Promise<void> {
  await page.locator('[data-page-number="1"][data-state="painted"]').first().waitFor();
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
}
