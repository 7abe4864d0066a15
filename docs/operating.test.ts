import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readCommandBlocks } from './command-blocks.ts';

/** Programs of the blocks of the operator's pages. Here each only prints its call. */
const programs =
  'apt-get aws caddy cat certbot chown createdb createuser curl docker examshelf getent git install ln ls mkdir mv nginx npm pg_dump rm rsync sha256sum systemctl tar ufw useradd userdel';

/** Runs the block `$1` with calls that succeed, then with its first call failing, then with its second one, and so on. */
const script = `
call() {
  echo "call $*" >&3
  count=$((count + 1))
  [ "$count" -ne "$failing" ]
}
for name in ${programs}; do eval "$name() { call $name \\"\\$@\\"; }"; done
calls=0
for ((failing = 0; failing <= calls; failing += 1)); do
  output=$(exec 3>&1; count=0; eval "$1"; echo "status $?")
  echo "run"
  echo "$output"
  if [ "$failing" = 0 ]; then
    while read -r line; do [[ $line != call* ]] || calls=$((calls + 1)); done <<<"$output"
  fi
done`;

const folder = mkdtempSync(path.join(tmpdir(), 'examshelf-blocks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Returns the calls and the exit code of each run of a block: the first whole, the others with one failing call each.
 */
function runBlock(commands: string): { calls: string[]; isDone: boolean }[] {
  // No program of this machine can be called.
  const { stdout, stderr } = spawnSync('/bin/bash', ['--norc', '-c', script, 'block', commands], {
    cwd: folder,
    env: { PATH: folder },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout
    .split(/^run\n/m)
    .slice(1)
    .map((run) => ({
      calls: run.split('\n').filter((line) => line.startsWith('call ')),
      isDone: run.includes('\nstatus 0\n'),
    }));
}

describe.each(['operating.md', 'operating-several-servers.md'])('%s', (document) => {
  const blocks = readCommandBlocks(document);

  test('no block redirects output to a file of the machine, so that tests can run it', () => {
    expect(blocks.length).toBeGreaterThan(3);
    expect(blocks.filter(({ commands }) => />\s*\//.test(commands))).toEqual([]);
  });

  test('each block of commands stops at the first command that fails', () => {
    for (const { name, commands } of blocks) {
      const [whole, ...others] = runBlock(commands);
      expect([name, whole]).toEqual([name, { calls: expect.arrayContaining([expect.any(String)]), isDone: true }]);
      const stopped = whole?.calls.map((_, index) => ({ calls: whole.calls.slice(0, index + 1), isDone: false }));
      expect([name, others]).toEqual([name, stopped]);
    }
  });
});

const callsOf = (name: string) =>
  runBlock(readCommandBlocks('operating.md').find((block) => block.name === name)?.commands ?? '')[0]?.calls ?? [];

test('an upgrade touches the running service only in the block after the backup of its library', () => {
  const preparation = callsOf('Upgrade 1');
  expect(preparation.at(-1)).toBe('call examshelf backup /var/backups/examshelf');
  expect(preparation.filter((call) => /^call systemctl|\/opt\/examshelf( |$)/.test(call))).toEqual([]);
  expect(callsOf('Upgrade 2')).toContain('call systemctl stop examshelf');
});

test('no block deletes a library except the one that removes it, so any block may be repeated after a failure', () => {
  const deleting = readCommandBlocks('operating.md')
    .filter(({ commands }) => runBlock(commands)[0]?.calls.some((call) => /^call rm .*\/var\/lib\//.test(call)))
    .map(({ name }) => name);
  expect(deleting).toEqual(['Remove 2']);
});

test('renaming a library never replaces a library that was renamed earlier', () => {
  const moves = readCommandBlocks('operating.md')
    .flatMap(({ commands }) => runBlock(commands)[0]?.calls ?? [])
    .filter((call) => /^call mv .*\/var\/lib\//.test(call));
  expect(moves.length).toBeGreaterThan(2);
  for (const move of moves) expect(move).toMatch(/^call mv -T --backup=numbered /);
});

test('blocks that replace the program stop immediately if it was replaced already', () => {
  expect(callsOf('Upgrade 2')[0]).toBe('call ls -d /opt/examshelf.new');
  expect(callsOf('Go back to the version before 1')[0]).toBe('call ls -d /opt/examshelf.old');
});
