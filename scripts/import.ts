import { keepFilesPrivate } from '#server/engines/data-folder/keep-files-private.ts';
import { runImport } from './import/run-import.ts';

/** `npm run import`: stages and publishes the files of a folder, over the contract. */
keepFilesPrivate();
const { stdin, stdout, stderr, env } = process;
const stopping = new AbortController();
// The first signal stops after the current files; a second one ends at once.
process.once('SIGINT', () => stopping.abort());
process.once('SIGTERM', () => stopping.abort());
process.exitCode = await runImport(process.argv.slice(2), { stdin, stdout, stderr, env, signal: stopping.signal });
