import { expect, test } from 'vitest';
import { callAsAdministrator } from '#test/support/contract-caller.ts';
import { openTestServer } from '#test/support/server.ts';
import { appManifest } from './installed-app.ts';

test('the manifest names the library, and its icons exist in their sizes', async () => {
  await using server = await openTestServer({});
  const answer = await fetch(`${server.url}/manifest.webmanifest`);
  expect(answer.headers.get('content-type')).toBe('application/manifest+json');
  const manifest = (await answer.json()) as ReturnType<typeof appManifest> & { icons: { src: string }[] };
  expect(manifest).toMatchObject({ name: 'Examshelf', display: 'standalone', start_url: '/', scope: '/' });
  expect(manifest.icons.map(({ src }) => src)).toEqual(['/icon-192.png', '/icon-512.png', '/icon-maskable.png']);
  for (const { src } of manifest.icons) {
    const icon = await fetch(server.url + src);
    expect([src, icon.headers.get('content-type')]).toEqual([src, 'image/png']);
  }
});

test('the Nepali pages have a manifest that opens the same app in Nepali', async () => {
  await using server = await openTestServer({});
  const manifest: object = await (await fetch(`${server.url}/ne/manifest.webmanifest`)).json();
  expect(manifest).toMatchObject({ id: '/', start_url: '/ne', scope: '/', lang: 'ne' });
  expect(manifest).toMatchObject({ shortcuts: [{ name: 'खोजी', url: '/ne/search' }, { url: '/ne/books' }] });
});

test('a library with its own logo is installed with it', () => {
  const site = { name: 'Our Library', logo: '/content/images/logo.svg' };
  expect(appManifest(site, 'en')).toMatchObject({
    name: 'Our Library',
    icons: [{ src: site.logo, sizes: 'any' }, {}, {}, {}],
  });
});

test('the service worker is revalidated on each request, and OFFLINE=off returns one that removes itself', async () => {
  for (const [OFFLINE, text] of [
    ['on', /addToCacheList/],
    ['off', /registration\.unregister\(\)/],
  ] as const) {
    await using server = await openTestServer({ settings: { OFFLINE } });
    const answer = await fetch(`${server.url}/sw.js`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'",
    );
    expect(await answer.text()).toMatch(text);
  }
});

test('responses to signed-in users are marked, so that no service worker stores them', async () => {
  await using server = await openTestServer({});
  const administrator = await callAsAdministrator(server.url);
  const address = '/materials/counts/faculties';
  expect((await administrator.call('GET', address)).headers.get('x-answered-to')).toBe('account');
  expect((await fetch(`${server.url}/v1${address}`)).headers.get('x-answered-to')).toBe(null);
});
