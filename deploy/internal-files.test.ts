import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { baseHeaders } from '#server/http/responses/base-headers.ts';

/** nginx passes on a few headers of a response that leads to an internal file; the others are lost unless it adds them. */
test('nginx sends internal files with every header of the product that keeps browsers safe', () => {
  const shipped = readFileSync(path.join(import.meta.dirname, 'nginx.conf'), 'utf8').replaceAll(/#.*$/gm, '');
  const [, location = ''] = /location \/protected\/ \{([^}]*)\}/.exec(shipped) ?? [];
  const added = [...location.matchAll(/add_header (\S+) /g)].map(([, name]) => name);
  const safe = [...baseHeaders.map(([name]) => name), 'Content-Security-Policy', 'Strict-Transport-Security'];
  expect(added.toSorted()).toEqual(safe.toSorted());
});
