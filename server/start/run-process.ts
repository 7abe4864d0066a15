import { readConfig } from '#server/config.ts';
import { findMisspeltSettings } from '#server/known-settings.ts';
import { keepFilesPrivate } from '#server/engines/data-folder/keep-files-private.ts';
import { createHandOver } from '#server/engines/data-folder/password-file.ts';
import { openPageRenderer } from '#server/http/pages/render-page.ts';
import { reportNetworkAccess } from '#server/machinery/processes/without-network.ts';
import { startServer } from '#server/start/start-server.ts';
import { warnOfLanguages, warnWithoutSharp } from './warn-at-start.ts';
import { createErrorLog } from '#server/machinery/telemetry/error-log.ts';
import { createLog } from '#server/machinery/telemetry/log.ts';
import { version } from '#server/machinery/version.ts';

/** Docker kills a process ten seconds after requesting it to stop. */
const maxClosingMs = 9000;

/**
 * Runs the server as a process: reads the settings, starts, prints its address, and closes everything on a signal to
 * stop. If it can't start, it prints the reason in one line and exits with 1.
 */
export async function runProcess(): Promise<void> {
  await run().catch((error: unknown) => {
    process.stderr.write(`Examshelf did not start: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}

async function run(): Promise<void> {
  const config = readConfig(process.env);
  keepFilesPrivate(config.dataDir);
  const errors = createErrorLog();
  const log = createLog({ level: config.logLevel, isTerminal: process.stdout.isTTY, errors });
  for (const { name, meant } of findMisspeltSettings(process.env))
    log.warn({ name, meant }, `setting ${name}: there is no such setting; did you mean ${meant}?`);
  if (config.isPublicUrlGuessed)
    log.warn(
      { publicUrl: config.publicUrl },
      'setting PUBLIC_URL: is not set, so links in feeds, QR codes and for search engines begin with the IP address under which this machine was reached; set it to the address that people use',
    );
  const { handOver, describe } = createHandOver(config.dataDir, process.stdout.isTTY);
  const server = await startServer({ config, log, errors, openRenderer: openPageRenderer, handOver });
  const about = server.newAdministrator === null ? [] : describe(server.newAdministrator);
  process.stdout.write(`\n  ${[`Examshelf ${version} is running at ${server.url}`, ...about].join('\n  ')}\n\n`);
  void warnWithoutSharp(log);
  void warnOfLanguages(config.ocrLanguages, log);
  void reportNetworkAccess(log);

  let isClosing = false;
  const close = async (signal: string) => {
    // A second signal ends the process immediately.
    if (isClosing) process.exit(1);
    isClosing = true;
    log.info({ signal }, 'closing');
    setTimeout(() => {
      log.warn('closing takes too long; unfinished writes are resumed at the next start');
      process.exit(0);
    }, maxClosingMs).unref();
    await server.close();
    process.exit(0);
  };
  process.on('SIGINT', () => void close('SIGINT'));
  process.on('SIGTERM', () => void close('SIGTERM'));
}
