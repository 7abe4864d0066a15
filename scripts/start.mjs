// Plain JavaScript on purpose: an old Node must be able to read this file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The Node that `npm ci` installs beside the code (optional dependencies of package.json). */
const bundledNode = fileURLToPath(
  new URL(`../node_modules/node-${process.platform}-${process.arch}/bin/node`, import.meta.url),
);
const [major = 0] = process.versions.node.split('.').map(Number);

if (major >= 24) await start();
else if (existsSync(bundledNode)) runAgain();
else {
  process.stderr.write(
    `Examshelf needs Node 24 and found ${process.versions.node}. On Linux (x64, arm64) \`npm ci\` installs it beside the code; elsewhere install Node 24, then start again.\n`,
  );
  process.exit(1);
}

async function start() {
  try {
    const { isBuilt } = await import('./build.mjs');
    if (!(await isBuilt())) await buildApart();
  } catch (error) {
    process.stderr.write(`Examshelf could not build its pages: ${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
  await import('../main.ts');
}

/** Builds the pages in a process of its own: it takes some 700 MB, which the server would never give back. */
async function buildApart() {
  const child = spawn(process.execPath, [fileURLToPath(new URL('build.mjs', import.meta.url))], { stdio: 'inherit' });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const stop = (signal) => {
    child.kill(signal);
    process.exit(1);
  };
  for (const signal of signals) process.on(signal, stop);
  const [code, signal] = await once(child, 'exit');
  for (const each of signals) process.off(each, stop);
  if (code !== 0) throw new Error(`the build ended with ${signal ?? `exit code ${code}`}`);
}

/** Starts this file under the right Node, passes signals on, and exits with its exit code. */
function runAgain() {
  const child = spawn(bundledNode, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`Examshelf could not start ${bundledNode}: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
