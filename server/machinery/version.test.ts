import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { panelApi } from '#contract/panel-addresses.ts';
import { startChildServer } from '#test/support/child-server.ts';
import { openLibrarian } from '#test/support/library.ts';
import { administrator } from '#test/support/server.ts';
import { freePort } from '#test/support/web-server.ts';

test('shows the version of package.json at start, in /readyz, metrics, the API description and the panel’s state', async () => {
  const manifest = await readFile(path.join(import.meta.dirname, '..', '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-version-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const metricsPort = await freePort();
  const server = await startChildServer({
    DATA_DIR: path.join(folder, 'data'),
    METRICS_PORT: String(metricsPort),
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  });
  onTestFinished(async () => {
    server.process.kill('SIGTERM');
    await once(server.process, 'exit');
  });

  expect(server.output()).toContain(`Examshelf ${version} is running at ${server.url}`);
  const read = async (address: string) => (await fetch(`${server.url}${address}`)).json();
  expect(await read('/readyz')).toMatchObject({ database: 'ok', version });
  expect(await read('/v1/openapi.json')).toMatchObject({ info: { version } });
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toContain(`examshelf_build_info{version="${version}"} 1`);
  const librarian = await openLibrarian(server.url);
  expect(await (await librarian.send('GET', panelApi.libraryState())).json()).toMatchObject({ version });
});
