// Plain JavaScript on purpose: an old Node must be able to read this file to say that it is too old.
import { buildWhenNeeded } from './build.mjs';

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    `Examshelf needs Node 24 and found ${process.versions.node}. On Linux (x64, arm64) \`npm ci\` brings it; elsewhere please install Node 24 and start again.\n`,
  );
  process.exit(1);
}
try {
  await buildWhenNeeded();
} catch (error) {
  process.stderr.write(`Examshelf could not build its pages: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
await import('../main.ts');
