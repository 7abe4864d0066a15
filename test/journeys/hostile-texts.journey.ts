import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, pages } from '#contract/addresses.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { openConnectionTrap, type ConnectionTrap } from '#test/support/connection-trap.ts';
import { writePdf } from '#test/support/documents.ts';
import { ids, openLibrarian, type Librarian } from '#test/support/library.ts';
import { settle } from '#test/support/open-page.ts';
import { administrator, openTestServer, type TestServer } from '#test/support/server.ts';
import { casesOf } from '#test/support/sweeps.ts';

/**
 * Texts and files that would run a script, in every field and on every screen that shows them, and a policy under
 * attack.
 */

const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const subject = ['csit', '1', 'c-programming'] as const;

/** Ways to break out of a text on a page; a successful one reports to `ran`. */
const hostile = [
  `<img src=x onerror=ran()>`,
  `"><svg onload=ran()>`,
  `'-ran()-'`,
  `</title></script><script>ran()</script>`,
  `{{constructor.constructor('ran()')()}}`,
  `javascript:ran()//`,
  '\u2028ran()//',
].join(' ');

let server: TestServer;
let librarian: Librarian;
let browser: SharedBrowser;
let context: BrowserContext;
let trap: ConnectionTrap;
let ran: string[] = [];

beforeAll(async () => {
  server = await openTestServer({ withPages: true, settings: { ADMIN_NAME: hostile.slice(0, 120) } });
  librarian = await openLibrarian(server.url);
  browser = await shareBrowser();
  trap = await openConnectionTrap();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.exposeBinding('ran', ({ page }) => void ran.push(page.url()));
  await fillShelf();
});

afterAll(async () => {
  await browser?.close();
  await trap?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

async function fillShelf(): Promise<void> {
  const fileName = hostile.replaceAll('/', '');
  const paper = `<!doctype html><title>${hostile}</title><body onload="ran()"><h1>Hostile page</h1>${hostile}<script>top.ran && top.ran()</script>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="ran()"><script>ran()</script></svg>`;
  await librarian.upload(`${fileName}.pdf`, hostilePdf(), 'pdf');
  await librarian.upload(`${fileName}.html`, Buffer.from(paper), 'html');
  await librarian.upload(`${fileName}.png`, png, 'png');
  const titled = { ...place, title: hostile };
  await librarian.publish('paper', { ...titled, year: 2024, fileId: 'html' }, 'paper');
  await librarian.publish('note', { ...titled, fileId: 'pdf' }, 'note');
  await librarian.publish('revision', { ...titled, fileId: 'pdf' }, 'revision');
  await librarian.publish('book', { ...titled, fileId: 'pdf', coverFileId: 'png' }, 'book');
  await librarian.publish('note', { ...titled, fileId: 'pdf' }, 'withdrawn');
  await librarian.send('DELETE', api.document(ids, 'notes', 'withdrawn'));
  // A picture with a program is refused, and so are places outside the catalogue.
  await expect(librarian.upload('cover.svg', Buffer.from(svg), 'svg')).rejects.toThrow('400');
  await expect(librarian.upload('cover.png', Buffer.from(svg), 'svg-png')).rejects.toThrow('4');
  for (const field of ['subject', 'facultyId', 'semesterId'] as const)
    await expect(librarian.publish('note', { ...titled, fileId: 'pdf', [field]: hostile })).rejects.toThrow('400');
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

/** A PDF whose title, outline, links, page and scripts are hostile. */
function hostilePdf(): Buffer {
  const text = hostile.replace('\u2028', ' ').replace(/[\\()]/g, '\\$&');
  const page = `BT /F1 9 Tf 20 700 Td (${text}) Tj ET`;
  const script = '<< /S /JavaScript /JS (ran\\(\\); app.alert\\(1\\)) >>';
  return writePdf(
    [
      `<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R /OpenAction ${script} /PageMode /UseOutlines >>`,
      '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FontMatrix [1 2 3 4 5 (0\\); ran\\(\\)//)] >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Annots [8 0 R 9 0 R] /AA << /O ${script} >> /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
      '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>',
      `<< /Title (${text}) /Parent 6 0 R /A << /S /URI /URI (javascript:ran\\(\\)) >> >>`,
      '<< /Type /Annot /Subtype /Link /Rect [20 600 300 640] /A << /S /URI /URI (javascript:ran\\(\\)) >> >>',
      `<< /Type /Annot /Subtype /Link /Rect [20 500 300 540] /A ${script} >>`,
      `<< /Title (${text}) /Author (${text}) >>`,
    ],
    10,
  );
}

/** Opens an address in a separate page and waits until no request is pending. */
async function open(address: string): Promise<Page> {
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    ran.push(`dialog at ${page.url()}`);
    void dialog.dismiss();
  });
  await page.goto(server.url + address, { waitUntil: 'load' });
  return page;
}

const isEven = (_: string, index: number) => index % 2 === 0;

test('no text of a material, a file or a person runs as code on any page', async () => {
  ran = [];
  const shown = (page: Page) => page.getByText('<img src=x onerror=ran()>').first().waitFor();
  const lists = [
    pages.papers(...subject),
    pages.notes(...subject),
    pages.material('note'),
    pages.revision(...subject),
    pages.books(),
    pages.material('book'),
  ];
  for (const address of casesOf('addresses', lists, isEven)) {
    const page = await open(address);
    await shown(page);
    await page.close();
  }
  const others = [
    `${pages.search()}?q=${encodeURIComponent(hostile)}`,
    `${pages.books()}?q=${encodeURIComponent(hostile)}`,
    `${pages.books()}?faculty=${encodeURIComponent(hostile)}`,
    `/${encodeURIComponent(hostile)}`,
    `${pages.login()}?to=javascript:ran()`,
    `${pages.material('withdrawn')}#${encodeURIComponent(hostile)}`,
    api.filePreview(ids, 'html'),
    api.fileView(ids, 'html'),
    '/v1/docs',
  ];
  for (const address of casesOf('addresses', others, isEven)) {
    const page = await open(address);
    // Hydration could still turn a text of a page into something else.
    await (address.startsWith('/v1/') ? page.waitForLoadState('networkidle') : settle(page));
    await page.close();
  }

  const reader = await open(`${pages.notes(...subject)}?open=note`);
  await reader.locator('[data-page-number="1"][data-state="painted"]').waitFor();
  await reader.getByRole('button', { name: 'Contents', exact: true }).click();
  await reader.getByText('<img src=x onerror=ran()>').last().waitFor();
  expect(await reader.locator('a[href^="javascript:" i]').count()).toBe(0);
  await reader.close();

  const paper = await open(`${pages.papers(...subject)}?open=paper`);
  await paper.frameLocator('iframe').getByRole('heading', { name: 'Hostile page' }).waitFor();
  await paper.close();
  // Within its frame a paper may run, and reaches only itself: it cannot call `top.ran`.
  expect(ran.filter((url) => !url.endsWith('?open=paper'))).toEqual([]);
  expect(await context.pages().length).toBe(0);
});

test('no text of a material, a file or a person runs as code in the panel', async () => {
  ran = [];
  const page = await open('/');
  await signInAs(page);
  await page.getByRole('tab', { name: 'Manage Content' }).click();
  await page.getByText('<img src=x onerror=ran()>').first().waitFor();
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('Title').waitFor();
  await page.keyboard.press('Escape');
  await page.close();
  expect(ran).toEqual([]);
});

async function signInAs(page: Page): Promise<void> {
  await page.goto(server.url + pages.login());
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password').fill(administrator.password);
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByText('Welcome <img').waitFor();
  await page.getByRole('heading', { name: 'Admin Panel' }).waitFor();
}

test('the policy of a page stops an injected script', async () => {
  const page = await open(pages.login());
  const found = await page.evaluate(async (away) => {
    const refused: string[] = [];
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refused.push(effectiveDirective));
    const ran: string[] = [];
    Object.assign(window, { broken: (what: string) => ran.push(what) });
    const add = <Name extends keyof HTMLElementTagNameMap>(name: Name, values: object) => {
      const element = document.createElement(name);
      Object.assign(element, values);
      document.body.append(element);
      return element;
    };
    const tries: Record<string, () => unknown> = {
      inline: () => add('script', { textContent: 'broken("inline")' }),
      handler: () => add('button', {}).setAttribute('onclick', 'broken("handler")'),
      // oxlint-disable-next-line no-eval -- the very thing that must not work
      eval: () => (0, eval)('broken("eval")'),
      function: () => new Function('broken("function")')(),
      script: () => add('script', { src: `${away}/x.js` }),
      data: () => add('script', { src: 'data:text/javascript,broken("data")' }),
      ownFile: () => add('script', { src: '/v1/site' }),
      html: () => (document.createElement('div').innerHTML = '<img src=x onerror="broken(1)">'),
      written: () => document.write('<p>written</p>'),
      frame: () => add('iframe', { src: away }),
      frameText: () => add('iframe', { srcdoc: '<script>parent.broken("srcdoc")</script>' }),
      image: () => add('img', { src: `${away}/x.png` }),
      style: () => add('link', { rel: 'stylesheet', href: `${away}/x.css` }),
      object: () => add('object', { data: away }),
      worker: () => new Worker(`${away}/x.js`),
      blobWorker: () => new Worker(URL.createObjectURL(new Blob(['1']))),
      base: () => add('base', { href: away }),
      form: () => add('form', { action: away, method: 'post' }).submit(),
      fetch: () => fetch(away).catch(() => undefined),
      beacon: () => navigator.sendBeacon(away, 'x'),
      socket: () => new WebSocket(away.replace('http', 'ws')),
      events: () => new EventSource(away),
      policy: () =>
        (
          window as never as { trustedTypes: { createPolicy(name: string, rules: object): void } }
        ).trustedTypes.createPolicy('mine', {}),
    };
    const thrown: string[] = [];
    // Code evaluated by the test itself may use eval; code in a separate task is the page's.
    await new Promise((resolve) => setTimeout(resolve));
    for (const [name, attempt] of Object.entries(tries))
      try {
        await attempt();
      } catch {
        thrown.push(name);
      }
    document.querySelector<HTMLButtonElement>('button[onclick]')?.click();
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { ran, thrown, refused: [...new Set(refused)].toSorted(), base: document.baseURI, at: location.href };
  }, trap.url);
  expect(found).toEqual({
    ran: [],
    thrown: [
      'eval',
      'function',
      'script',
      'data',
      'ownFile',
      'html',
      'written',
      'frameText',
      'object',
      'worker',
      'blobWorker',
      'policy',
    ],
    refused: expect.arrayContaining([
      'base-uri',
      'connect-src',
      'form-action',
      'frame-src',
      'img-src',
      'require-trusted-types-for',
      'script-src',
      'script-src-attr',
      'script-src-elem',
      'style-src-elem',
      'trusted-types',
    ]),
    base: page.url(),
    at: page.url(),
  });
  // Chromium opens a connection for a frame and a form before it checks the policy; it reports nothing there.
  expect(trap.requests).toBe(0);
  await page.close();
});

test('no page of another site may show ours in a frame', async () => {
  const page = await context.newPage();
  await page.route('http://localhost:9/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: [pages.home(), pages.login(), pages.paperFrame(), api.filePreview(ids, 'pdf'), '/v1/docs']
        .map((address) => `<iframe src="${server.url}${address}"></iframe>`)
        .join(''),
    }),
  );
  await page.goto('http://localhost:9/', { waitUntil: 'networkidle' });
  const framed = page.frames().slice(1);
  expect(framed).toHaveLength(5);
  expect(framed.map((frame) => frame.url()).filter((url) => !url.startsWith('chrome-error:'))).toEqual([]);
  await page.close();
});
