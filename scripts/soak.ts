import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { work } from './soak/administrator.ts';
import { drive, measureCapacity, pipeline } from './soak/drive.ts';
import { judge, formatClass, type Sample } from './soak/report.ts';
import { runAttacks } from './soak/run-attacks.ts';
import { openSoakServer, type SoakServer } from './soak/soak-server.ts';
import { hostileTraffic, visitorTraffic } from './soak/traffic.ts';

/**
 * `npm run soak -- 10m`: runs a separate server under visitors, bots, bad queries and an administrator at work, all
 * together at twice the rate at which it can serve visitors alone. Prints the results for each class of requests,
 * memory and open handles over time; exits with 1 when a promise is broken (report.ts). `npm run soak -- attacks`
 * attacks the server instead, in each of the ways of soak/attacks.ts for two minutes (`--seconds N`, `--attack NAME`
 * for one), while visitors and an administrator use it, and measures these. `--server FOLDER` starts the server of
 * another checkout (built, with its packages), `--rate N` sends this many requests a second instead of twice the
 * measured rate, `--materials N` sets the number of materials.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string', default: path.join(import.meta.dirname, '..') },
    rate: { type: 'string' },
    materials: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '120' },
    attack: { type: 'string', default: '' },
  },
});
const isAttack = positionals[0] === 'attacks';
const seconds = isAttack ? Number(values.seconds) : readDuration(positionals[0] ?? '10m');
const say = (line: string) => process.stdout.write(`${line}\n`);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const samplesPerRun = 20;
/** Time after the load in which connections close and garbage is collected, in milliseconds. */
const restMs = 15_000;

const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-soak-'));
try {
  say(`Filling a shelf of ${values.materials} materials …`);
  const server = await openSoakServer(path.resolve(values.server), folder, Number(values.materials));
  try {
    const broken = isAttack ? await runAttacks(server, { seconds, only: values.attack, say }) : await drown(server);
    say(broken.length === 0 ? '\nEvery promise was kept.' : `\nNot kept:\n${broken.join('\n')}`);
    if (broken.length > 0) process.exitCode = 1;
  } finally {
    await server.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Sends twice as many requests of all kinds as the server can handle. Returns the broken promises, in words. */
async function drown(server: SoakServer): Promise<string[]> {
  const visitors = visitorTraffic(server.library);
  await measureCapacity(server.url, visitors, 8);
  const capacity = await measureCapacity(server.url, visitors, 8);
  const perSecond = values.rate ? Number(values.rate) : Math.round(2 * capacity);
  say(`It serves ${Math.round(capacity)} requests of visitors a second. Sending ${perSecond} for ${seconds} s.\n`);

  const began = performance.now();
  const samples: Sample[] = [];
  const weigh = async () => {
    const sample = { second: Math.round((performance.now() - began) / 1000), ...(await server.weigh()) };
    samples.push(sample);
    say(`${String(sample.second).padStart(5)} s  ${Math.round(sample.bytes / 1e6)} MB  ${sample.handles} handles`);
  };
  const ending = new AbortController();
  const { signal } = ending;
  const driving = drive(server.url, { classes: [...visitors, ...hostileTraffic()], perSecond, signal });
  const working = work(server.url, signal);
  const piping = pipeline(server.url, signal);
  const atStart = await server.weigh();
  for (let count = 0; count < samplesPerRun; count += 1) {
    await wait((seconds * 1000) / samplesPerRun);
    await weigh();
  }
  ending.abort();
  const [{ tallies, skipped, lateMs }, { steps, uploads }] = await Promise.all([driving, working, piping]);
  await wait(restMs);
  await weigh();

  say('');
  const classes = new Map([...tallies, ['administrator', steps], ['uploads', uploads]]);
  for (const [name, tally] of classes) say(formatClass(name, tally));
  say(`The driver itself was late by ${lateMs.toFixed(0)} ms (p99).`);
  if (skipped > 0) say(`${skipped} requests were not sent: too many were waiting for a response.`);
  return judge({ classes, samples, handlesAtStart: atStart.handles });
}

/** Returns `10m` or `45s` in seconds. */
function readDuration(text: string): number {
  const [, amount, unit] = /^(\d+)(s|m|h)$/.exec(text) ?? [];
  if (!amount || !unit) throw new Error(`invalid duration: ${text}. Write 45s, 10m or 1h`);
  return Number(amount) * { s: 1, m: 60, h: 3600 }[unit as 's' | 'm' | 'h'];
}
