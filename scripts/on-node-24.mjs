// Plain JavaScript on purpose: an old Node must be able to read this file.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * `node scripts/on-node-24.mjs FILE …`: runs a file of this folder's parent under Node 24: in this process if its Node
 * is new enough, else under the Node of the release or of `npm ci`. If there is none, prints what to install and exits
 * with 1.
 */
const root = new URL('../', import.meta.url);
const [major = 0] = process.versions.node.split('.').map(Number);

if (major >= 24) {
  const [program, , file = ''] = process.argv;
  const target = new URL(file, root);
  process.argv = [program ?? '', fileURLToPath(target), ...process.argv.slice(3)];
  await import(target.href);
} else {
  const bundledNode = findBundledNode();
  if (bundledNode) runUnder(bundledNode);
  else {
    process.stderr.write(
      `Examshelf needs Node 24 and found ${process.versions.node}. On Linux (x64, arm64) \`npm ci\` installs it beside the code; elsewhere install Node 24, then start again.\n`,
    );
    process.exit(1);
  }
}

/** Returns the Node of a release, or the one that `npm ci` installs (optional dependencies of package.json). */
function findBundledNode() {
  return ['bin/node', `node_modules/node-${process.platform}-${process.arch}/bin/node`]
    .map((place) => fileURLToPath(new URL(place, root)))
    .find((place) => existsSync(place));
}

/** Runs the same command under another Node, passes signals on, and exits with its exit code. */
function runUnder(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`Examshelf could not start ${node}: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
