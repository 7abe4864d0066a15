import { monitorEventLoopDelay } from 'node:perf_hooks';
import { connect } from 'node:net';
import { createSender } from './send.ts';
import { createTally, type Tally } from './tally.ts';
import type { TrafficClass } from './traffic.ts';

/** Maximum number of requests in progress: with more, the load generator itself would be the bottleneck. */
const maxInFlight = 1500;
const tickMs = 10;

export type Driven = {
  tallies: Map<string, Tally>;
  skipped: number;
  /** Delay of the load generator in milliseconds, at the 99th percentile: measured times are wrong by this much. */
  lateMs: number;
};

function chooser(classes: readonly TrafficClass[]): () => TrafficClass {
  const total = classes.reduce((sum, { share }) => sum + share, 0);
  return () => {
    let left = Math.random() * total;
    for (const each of classes) {
      left -= each.share;
      if (left <= 0) return each;
    }
    return classes[0] as TrafficClass;
  };
}

/** Returns the number of responses a second with this many visitors, each sending one request after the other. */
export async function measureCapacity(url: string, classes: readonly TrafficClass[], seconds: number): Promise<number> {
  const sender = createSender(url);
  const choose = chooser(classes);
  const ends = performance.now() + seconds * 1000;
  let answered = 0;
  const visit = async () => {
    while (performance.now() < ends) {
      const { status } = await sender.send(choose().make());
      if (typeof status === 'number' && status < 400) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, visit));
  sender.close();
  return answered / seconds;
}

/**
 * Sends this many requests a second, whether or not earlier ones have responses, until `signal` is aborted; then waits
 * for those in progress. Times are measured from the moment at which a request was due.
 */
export async function drive(
  url: string,
  options: { classes: readonly TrafficClass[]; perSecond: number; signal: AbortSignal },
): Promise<Driven> {
  const sender = createSender(url);
  const choose = chooser(options.classes);
  const tallies = new Map(options.classes.map(({ name }) => [name, createTally()]));
  const underWay = new Set<Promise<void>>();
  const began = performance.now();
  let due = 0;
  let skipped = 0;
  const delay = monitorEventLoopDelay({ resolution: tickMs });
  delay.enable();
  while (!options.signal.aborted) {
    const target = ((performance.now() - began) / 1000) * options.perSecond;
    for (; due < target; due += 1) {
      if (underWay.size >= maxInFlight) {
        skipped += 1;
        continue;
      }
      const chosen = choose();
      const send = async (scheduledAt: number) => {
        tallies.get(chosen.name)?.add(await sender.send(chosen.make(), scheduledAt));
        underWay.delete(work);
      };
      const work = send(began + (due / options.perSecond) * 1000);
      underWay.add(work);
    }
    await new Promise((resolve) => setTimeout(resolve, tickMs));
  }
  delay.disable();
  await Promise.all(underWay);
  sender.close();
  return { tallies, skipped, lateMs: delay.percentile(99) / 1e6 };
}

/** Sends 300 requests at once over one connection and disconnects after a second, repeatedly. */
export async function pipeline(url: string, signal: AbortSignal): Promise<void> {
  const { hostname, port, host } = new URL(url);
  for (let round = 0; !signal.aborted; round += 1) {
    const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.1.9' });
    socket.on('error', () => undefined);
    socket.resume();
    const requests = Array.from(
      { length: 300 },
      (_, index) => `GET /books?q=pipe${round}-${index} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    );
    socket.write(requests.join(''));
    await new Promise((resolve) => setTimeout(resolve, 1000));
    socket.destroy();
  }
}
