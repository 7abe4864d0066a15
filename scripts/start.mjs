import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** `npm start`: builds the pages if they are missing or outdated, then starts the server. */
try {
  const { isBuilt } = await import('./build.mjs');
  if (!(await isBuilt())) await buildApart();
} catch (error) {
  process.stderr.write(`Examshelf could not build its pages: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
await import('../main.ts');

/** Builds the pages in a separate process, because building takes some 700 MB, which the server would never release. */
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
