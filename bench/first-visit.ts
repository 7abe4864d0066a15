import { pages } from '#contract/addresses.ts';
import { openBrowser } from '#test/support/browser.ts';
import { openTestServer } from '#test/support/server.ts';
import { lineMs, slowDown, visitSlowly } from './slow-phone.ts';

const paper = 'sample-csit-c-paper-2025';
const subject = pages.papers('csit', '1', 'c-programming');

/** A screen of each sort that people come in by. */
const screens = {
  Home: pages.home(),
  'a semester': pages.semester('csit', '1'),
  'a subject': subject,
  'the library': pages.books(),
  'a material': pages.material(paper),
  'a search': `${pages.search()}?q=pointers`,
};

const visits = 3;
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/**
 * First visits on a simulated slow phone (4 × slower processor, 1.6 Mbit/s, 150 ms): for each screen the bytes by kind,
 * the time until the largest content is painted (median of three), the layout shift, and what the line alone needs for
 * the same bytes; then the way from Home to the first page of a paper, and the same way again.
 */
export async function measureFirstVisit(): Promise<string[]> {
  await using server = await openTestServer({ settings: { SAMPLES: 'on' }, withPages: true, derivesAhead: true });
  await server.services.reading.catchUp();
  await server.services.indexKeeper.idle();
  await using browser = await openBrowser();
  const lines: string[] = [];
  for (const [name, address] of Object.entries(screens)) {
    // Rendered and cached by the first visit, as for everybody after the first visitor.
    await (await fetch(server.url + address)).text();
    const seen = [];
    for (let visit = 0; visit < visits; visit += 1) {
      const context = await browser.newContext(phone);
      seen.push(await visitSlowly(await context.newPage(), server.url + address));
      await context.close();
    }
    seen.sort((one, other) => one.largestMs - other.largestMs);
    const middle = seen[Math.floor(visits / 2)];
    if (!middle) continue;
    const total = sum(middle.bytes);
    lines.push(
      `${name.padEnd(12)} largest content ${middle.largestMs.toFixed(0).padStart(5)} ms (${middle.largest.trim()}), ` +
        `layout shift ${middle.shift.toFixed(3)}, ${total} bytes; the line alone ${lineMs(total).toFixed(0)} ms`,
      `             ${Object.entries(middle.bytes)
        .map(([kind, bytes]) => `${kind} ${bytes}`)
        .join(', ')}`,
    );
  }

  const context = await browser.newContext(phone);
  for (const time of ['first', 'second']) {
    const page = await context.newPage();
    const { bytes } = await slowDown(page);
    await page.goto(server.url + pages.home());
    await page.goto(server.url + subject);
    const began = performance.now();
    await page
      .getByRole('link', { name: /^(?:View|Read) / })
      .first()
      .click();
    await page.locator('.reader-picture img, .reader-picture canvas, [data-state="painted"]').first().waitFor();
    const readable = { ms: performance.now() - began, bytes: sum(bytes()) };
    await page.locator('[data-page-number="1"][data-state="painted"]').waitFor();
    lines.push(
      `Home → subject → first page, ${time} time: readable ${readable.ms.toFixed(0)} ms after the click with ${readable.bytes} bytes in all, ` +
        `painted by pdf.js ${(performance.now() - began).toFixed(0)} ms with ${sum(bytes())} bytes (without its worker's ${time === 'first' ? 'script' : 'cached script'})`,
    );
    await page.close();
  }
  await context.close();
  return lines;
}

function sum(bytes: Record<string, number>): number {
  return Object.values(bytes).reduce((total, each) => total + each, 0);
}
