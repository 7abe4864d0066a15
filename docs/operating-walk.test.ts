import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { version } from '#server/machinery/version.ts';
import { makeRelease } from '#scripts/release/make-release.ts';
import { packRelease } from '#scripts/release/pack-release.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';
import { freePort } from '#test/support/web-server.ts';
import { readCommandBlocks } from './command-blocks.ts';

/** Blocks that need things a test does not have, each with the reason. All others are run. */
const notRun: Record<string, string> = {
  'Install 1': 'its release is made by the test itself',
  'Install with Docker 1': 'needs Docker',
  'Install with Docker 2': 'needs Docker',
  'Upgrade 3': 'needs Docker',
  'HTTPS 1': 'needs a public name',
  'HTTPS 2': 'changes the firewall of the machine',
  'HTTPS 3': 'installs packages',
  'HTTPS 4': 'needs Caddy as a service; deploy/web-servers.test.ts runs it',
  'HTTPS 5': 'installs packages',
  'HTTPS 6': 'needs a public name and a certificate authority',
  'HTTPS 7': 'needs nginx as a service; deploy/web-servers.test.ts runs it',
};

const reads = (what: string, words: string) => `${what} | grep -q -- '${words}' || fail "${what}: no ${words}"`;
const isReady = reads(
  'curl --silent --fail --retry 60 --retry-delay 1 --retry-connrefused http://127.0.0.1:$PORT/readyz',
  `"version":"${version}"`,
);
const hasLibrary = `${reads('examshelf admin list', 'you@example.edu')}
! examshelf admin list | grep -q admin@localhost || fail 'the first administrator was not removed'
[ -z "$(find /var/lib/examshelf ! -user examshelf)" ] || fail 'the data folder has files of another user'
${isReady}`;
const settings = `sed -i 's|^PUBLIC_URL=.*|PUBLIC_URL=http://127.0.0.1:'$PORT'|' /etc/examshelf.env
printf 'PORT=%s\\nOCR_LANGUAGES=off\\n# A comment\\nCONTACT_EMAIL="library@example.edu"\\n' "$PORT" >>/etc/examshelf.env`;
const upgradeWithoutBackup = `running=$(cat "$SERVICE_FOLDER/pid")
chown root: /var/backups/examshelf
! sh "$BLOCKS/Upgrade 1" || fail 'the upgrade continued without a backup'
[ "$running" = "$(cat "$SERVICE_FOLDER/pid")" ] || fail 'a failed backup stopped the service'
chown examshelf: /var/backups/examshelf`;
const loseLibrary = `systemctl stop examshelf
rm -rf /var/lib/examshelf`;
const repeated = (block: string) => `running=$(cat "$SERVICE_FOLDER/pid")
! sh "$BLOCKS/${block}" || fail 'the block ${block} was run twice'
[ "$running" = "$(cat "$SERVICE_FOLDER/pid")" ] || fail 'the block ${block}, run twice, stopped the service'`;

/** The life of a library: blocks of the page by name, with actions and checks between them. */
const walk: readonly (string | { checks: string })[] = [
  'Install 2',
  'Install 3',
  { checks: settings },
  'Install 4',
  { checks: isReady },
  'HTTPS 8',
  { checks: isReady },
  'First sign-in 1',
  { checks: hasLibrary },
  'Back up 1',
  'Back up 2',
  'Back up 3',
  { checks: hasLibrary },
  { checks: loseLibrary },
  'Back up 3',
  { checks: `${hasLibrary}\n[ -e /var/lib/examshelf.lost.~1~/files ] || fail 'the library before was deleted'` },
  { checks: upgradeWithoutBackup },
  'Upgrade 1',
  'Upgrade 2',
  { checks: hasLibrary },
  { checks: repeated('Upgrade 2') },
  'Go back to the version before 1',
  { checks: hasLibrary },
  { checks: repeated('Go back to the version before 1') },
  { checks: hasLibrary },
  'Move to another machine 1',
  'Move to another machine 3',
  { checks: 'systemctl start examshelf' },
  'Remove 1',
  'Remove 2',
  {
    checks:
      "[ ! -e /opt/examshelf ] && [ ! -e /var/lib/examshelf ] && ! id examshelf 2>/dev/null || fail 'something was left'",
  },
  // The new machine.
  'Install 2',
  'Install 3',
  { checks: settings },
  'Move to another machine 2',
  { checks: hasLibrary },
  'Move to another machine 4',
  { checks: `${hasLibrary}\n${reads('examshelf check-library', ': [1-9][0-9]* files')}\nsystemctl stop examshelf` },
];

/** Folders of the machine that the walk changes. It sees copies or empty ones. */
const folders = ['/etc', '/opt', '/var/lib', '/var/backups', '/var/tmp', '/var/cache', '/usr/local/sbin'];

/** Returns the reason why the walk cannot run here; null if it can. */
function whyNoWalk(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root of a Linux system may add users and mount';
  const tools = ['unshare', 'useradd', 'userdel', 'setpriv', 'curl'];
  const missing = tools.filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0);
  if (missing.length > 0) return `this machine lacks ${missing.join(', ')}`;
  const { status } = spawnSync('unshare', [...namespaces, 'mount', '--bind', '/tmp', '/opt']);
  return status === 0 ? null : 'this root may not make namespaces and mount';
}

const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
const isLeftOut = isOnlyInSweep('operation');
const reason = isLeftOut ? null : whyNoWalk();
if (reason) process.stdout.write(`skipped: the commands of the operator's page, because ${reason}\n`);

test('the walk runs each block of the page, or gives the reason why not', () => {
  const names = readCommandBlocks('operating.md').map(({ name }) => name);
  const walked = walk.filter((step) => typeof step === 'string');
  expect([...new Set([...walked, ...Object.keys(notRun)])].sort()).toEqual(names.sort());
});

test.skipIf(isLeftOut || reason !== null)(
  'the blocks of the page install, back up, upgrade, move and remove a library on a machine without Node',
  async () => {
    const place = mkdtempSync(path.join(tmpdir(), 'examshelf-walk-'));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    const release = path.join(place, 'release', `examshelf-${version}-linux-${process.arch}`);
    await makeRelease(release);
    const port = await freePort();
    const archive = await packRelease(release);
    rmSync(release, { recursive: true });
    mkdirSync(path.join(place, 'blocks'));
    for (const { name, commands } of readCommandBlocks('operating.md'))
      writeFileSync(path.join(place, 'blocks', name), commands.replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`));
    writeFileSync(path.join(place, 'walk.sh'), writeWalk(place));
    const ended = spawnSync('unshare', [...namespaces, 'sh', path.join(place, 'walk.sh')], {
      cwd: path.dirname(archive),
      env: {
        PATH: `${place}/programs:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin`,
        BLOCKS: path.join(place, 'blocks'),
        SERVICE_FOLDER: place,
        PORT: String(port),
      },
      encoding: 'utf8',
    });
    expect({ status: ended.status, output: `${ended.stdout}${ended.stderr}` }).toEqual({
      status: 0,
      output: expect.stringContaining('The walk is done.'),
    });
  },
  1_800_000,
);

/**
 * Returns the script of the walk, in a namespace with separate folders, without Node, and with `systemctl` of the test.
 */
function writeWalk(place: string): string {
  const systemctl = path.join(import.meta.dirname, '..', 'test', 'support', 'systemctl.sh');
  const steps = walk.map((step) =>
    typeof step === 'string'
      ? `echo '── ${step}'\nsh "$BLOCKS/${step}" || fail 'the block ${step} failed'`
      : step.checks,
  );
  return `set -eu
fail() {
  echo "$1"
  cat "$SERVICE_FOLDER/log" 2>/dev/null || true
  exit 1
}
mkdir "${place}/programs" "${place}/folders"
cp "${systemctl}" "${place}/programs/systemctl"
cp -a /etc "${place}/folders/etc"
for folder in ${folders.join(' ')}; do
  mkdir -p "${place}/folders$folder" "$folder"
  mount --bind "${place}/folders$folder" "$folder"
done
chmod 1777 /var/tmp
for folder in /usr/bin /usr/local/bin /bin; do
  if [ -e "$folder/node" ]; then mount --bind /dev/null "$folder/node"; fi
done
! command -v node || fail 'this machine has a Node that could not be hidden'
${steps.join('\n')}
echo 'The walk is done.'
`;
}
