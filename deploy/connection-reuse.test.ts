import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keepAliveMs } from '#server/start/http-server.ts';

/** Time for which the shipped web servers keep an idle connection to Examshelf open. */
const settings = {
  'nginx.conf': /^\s*keepalive_timeout (\d+)s;$/gm,
  'nodes/nginx.conf': /^\s*keepalive_timeout (\d+)s;$/gm,
  Caddyfile: /^\s*keepalive (\d+)s$/gm,
};

test.each(Object.entries(settings))(
  '%s closes unused connections before Examshelf does, so that no request meets a closed one',
  async (name, setting) => {
    const text = await readFile(path.join(import.meta.dirname, name), 'utf8');
    const found = [...text.matchAll(setting)].map(([, seconds]) => Number(seconds) * 1000);
    expect(found).toHaveLength(1);
    // Five seconds less, for clocks and connections that are slow.
    expect(found[0]).toBeLessThanOrEqual(keepAliveMs - 5000);
  },
);
