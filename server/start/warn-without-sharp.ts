import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { SharpMissing } from '#server/machinery/processes/load-sharp.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const checkMs = 60_000;

/**
 * Logs one line if sharp can't be loaded on this machine. Tests that in a separate process, because loading it takes
 * about 20 MB. `execArgv` are options for that process.
 */
export async function warnWithoutSharp(log: Logger, execArgv: readonly string[] = []): Promise<void> {
  try {
    const words = [...execArgv, '--input-type=module', '--eval', "await import('sharp')"];
    await promisify(execFile)(process.execPath, words, { cwd: root, timeout: checkMs, env: {} });
  } catch (error) {
    const { message, cause } = new SharpMissing(error);
    const lines = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).split('\n') : [];
    // The line of the error itself, after the place in the code where it was thrown.
    const why = lines.find((line) => /^\w*Error\b/.test(line)) ?? String(error);
    log.error(
      { why },
      `${message} and start again: until then there are no pictures of files, photographs cannot become a PDF, and scans wait to be recognised`,
    );
  }
}
