import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/**
 * Reads the text of the shipped web server files, because the programs are not installed everywhere. The other tests
 * here run them and read their logs.
 */

const names = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
const readShipped = (name: string) =>
  readFileSync(path.join(import.meta.dirname, name), 'utf8').replaceAll(/#.*$/gm, '');

test('every shipped file belongs to a program whose logs these tests check', () => {
  const files = names.filter((name) => name.includes('.') || name.endsWith('Caddyfile'));
  // The processes that systemd and the nodes start are logged, and the command prints to its terminal.
  const known =
    /(?:^|\/)(?:nginx\.conf|Caddyfile|[\w-]+\.service|compose\.yaml|examshelf\.(?:env|sh)|[\w-]+\.test\.ts)$/;
  expect(files.filter((name) => !known.test(name))).toEqual([]);
});

const nginxFiles = names.filter((name) => name.endsWith('.conf'));

test.each(nginxFiles)('%s logs nothing about requests in any of its servers', (name) => {
  const text = readShipped(name);
  const servers = blocksOf(text, 'server');
  expect(servers.length).toBeGreaterThan(0);
  for (const server of servers) {
    // Lines about requests have the levels `info` to `alert`.
    expect(logDirectives(server)).toEqual(['access_log off', 'error_log /var/log/nginx/error.log emerg']);
  }
  expect(logDirectives(text)).toHaveLength(2 * servers.length);
});

test('the Caddyfile switches off the loggers that have requests, and no site logs', () => {
  const [options, ...sites] = blocksOf(readShipped('Caddyfile'), '(?:[\\w.]+ )?');
  expect(options?.replaceAll(/\s+/g, ' ').trim()).toBe('log { exclude http.log http.handlers http.stdlib }');
  expect(sites).toHaveLength(1);
  expect(sites[0]).not.toMatch(/^\s*log\b/m);
});

function logDirectives(text: string): string[] {
  return [...text.matchAll(/^\s*((?:access_log|error_log|log_\w+)\b[^;]*);/gm)].map(([, directive = '']) => directive);
}

/** Returns the contents of the outermost blocks that begin with that name, a regular expression. */
function blocksOf(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`^${name}\\s*\\{`, 'gm'))].map(({ index, 0: head }) => {
    const start = index + head.length;
    let depth = 1;
    let end = start;
    for (; depth > 0 && end < text.length; end += 1) {
      if (text[end] === '{') depth += 1;
      if (text[end] === '}') depth -= 1;
    }
    return text.slice(start, end - 1);
  });
}
