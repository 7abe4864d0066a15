import { spawn } from 'node:child_process';
import path from 'node:path';
import { work } from './administrator.ts';
import { attacks } from './attacks.ts';
import { formatClass } from './report.ts';
import { createSender } from './send.ts';
import type { SoakServer } from './soak-server.ts';
import { createTally, type Tally } from './tally.ts';

/** Maximum memory during an attack, and maximum waits of visitors and the administrator (p99) and of a health check. */
const promised = { bytes: 150e6, ms: 2000, healthMs: 200 };
/** Between attacks, for connections to close and garbage to be collected. */
const restMs = 20_000;
/** Time of visitors alone before each attack. */
const maxQuietSeconds = 60;
/**
 * Maximum time before the measurement begins: the caches of a server that has just started grow by some 70 MB in two
 * minutes.
 */
const maxWarmUpSeconds = 120;
const pagesPerSecond = 8;
const healthChecksPerSecond = 4;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Attacks a server in each way for this many seconds, while visitors request pages that are not cached, an
 * administrator signs in and uploads, and a health check runs. Returns the broken promises, in words.
 */
export async function runAttacks(
  server: SoakServer,
  { seconds, only, say }: { seconds: number; only: string; say: (line: string) => void },
): Promise<string[]> {
  const broken: string[] = [];
  await watch(server, 'warm-up', Math.min(seconds, maxWarmUpSeconds), null);
  for (const name of Object.keys(attacks).filter((each) => each.includes(only))) {
    // The server's memory at rest depends on its traffic, and grows until its caches are full.
    const quiet = await watch(server, `before ${name}`, Math.min(seconds, maxQuietSeconds), null);
    say(`\nvisitors alone: at most ${Math.round(quiet.bytes / 1e6)} MB`);
    for (const [each, tally] of quiet.classes) say(formatClass(each, tally));
    const { bytes, classes } = await watch(server, name, seconds, name);
    say(`\n${name}: at most ${Math.round(bytes / 1e6)} MB`);
    for (const [each, tally] of classes) say(formatClass(each, tally));
    broken.push(...judge(classes, bytes - quiet.bytes).map((line) => `- ${name}: ${line}`));
    await wait(restMs);
  }
  return broken;
}

type Watched = { bytes: number; classes: readonly (readonly [string, Tally])[] };

/** Measures the peak memory, and the service for visitors and the administrator, during an attack or without one. */
async function watch(server: SoakServer, name: string, seconds: number, attack: string | null): Promise<Watched> {
  const target = JSON.stringify({ url: server.url, library: server.library });
  const program = path.join(import.meta.dirname, 'attacker.ts');
  const attacker = attack === null ? null : spawn(process.execPath, [program, attack, target], { stdio: 'inherit' });
  const ending = new AbortController();
  const visiting = visit(server.url, name, ending.signal);
  const working = work(server.url, ending.signal, name.replaceAll(/\W/g, '-'));
  let bytes = 0;
  for (let second = 0; second < seconds; second += 1) {
    await wait(1000);
    bytes = Math.max(bytes, (await server.weigh()).bytes);
  }
  ending.abort();
  const [{ pages, health }, { steps, uploads }] = await Promise.all([visiting, working]);
  attacker?.kill('SIGKILL');
  return { bytes, classes: Object.entries({ pages, health, administrator: steps, uploads }) };
}

function judge(classes: readonly (readonly [string, Tally])[], bytes: number): string[] {
  const broken: string[] = [];
  if (bytes > promised.bytes) broken.push(`it took ${Math.round(bytes / 1e6)} MB`);
  for (const [name, tally] of classes) {
    const lost = tally.refused + tally.failed + tally.hung + tally.cut + tally.rejected;
    if (lost > 0) broken.push(`${name}: ${lost} had a wrong response`);
    if (tally.accepted === 0) broken.push(`${name}: none was answered`);
    const [share, ms] = name === 'health' ? [1, promised.healthMs] : [0.99, promised.ms];
    if (tally.percentile(share) > ms) broken.push(`${name}: took ${Math.round(tally.percentile(share))} ms`);
  }
  return broken;
}

/** Visitors of twenty addresses, each with a new search, and health checks. */
async function visit(url: string, name: string, signal: AbortSignal): Promise<{ pages: Tally; health: Tally }> {
  const sender = createSender(url);
  const [pages, health] = [createTally(), createTally()];
  const sent: Promise<void>[] = [];
  const send = async (tally: Tally, request: string, from: string) =>
    tally.add(await sender.send({ path: request, from }));
  const every = async (ms: number, run: (count: number) => Promise<void>) => {
    for (let count = 0; !signal.aborted; count += 1) {
      sent.push(run(count));
      await wait(ms);
    }
  };
  await Promise.all([
    every(1000 / pagesPerSecond, (count) =>
      send(pages, `/search?q=${encodeURIComponent(`${name} ${count}`)}`, `127.0.0.${10 + (count % 20)}`),
    ),
    every(1000 / healthChecksPerSecond, () => send(health, '/healthz', '127.0.2.2')),
  ]);
  await Promise.all(sent);
  sender.close();
  return { pages, health };
}
