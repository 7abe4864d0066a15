import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pages as addresses } from '#contract/addresses.ts';
import { load } from '#bench/load.ts';
import { summarize, type Times } from './times.ts';

const root = path.join(import.meta.dirname, '..', '..');
const headers = { 'accept-encoding': 'br' };

/**
 * Measures a subject's page, as visitors load it, alone and while another process sends eight searches at once.
 * `searches` must be so many that their responses are no longer cached when they are sent again.
 */
export async function measureSubjectPage(url: string, searches: readonly string[]): Promise<string[]> {
  const page = `${url}${addresses.papers('csit', '1', 'c-programming')}`;
  const flood = () => load(page, { seconds: 5, connections: 4, headers, pids: [] });
  await flood();
  const alone = { paced: await timePaced(page), flood: await flood() };
  const searching = spawn(process.execPath, ['bench/search/keep-searching.ts'], {
    cwd: root,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  searching.stdin.end(JSON.stringify(searches));
  const busy = { paced: await timePaced(page), flood: await flood() };
  searching.kill();
  await once(searching, 'exit');
  return [
    `  a subject page, 100 a second, p50 / p99: ${show(alone.paced)} ms alone, ${show(busy.paced)} ms while eight search at once`,
    `  as fast as four connections can, p99: ${alone.flood.p99Ms} ms alone, ${busy.flood.p99Ms} ms (failed ${busy.flood.failed}); ${alone.flood.perSecond.toFixed(0)} a second alone, ${busy.flood.perSecond.toFixed(0)}`,
  ];
}

const pacedRequests = 1000;
const pacedMs = 10;

/** Requests a page repeatedly with pauses, like the visitors of a busy day. */
async function timePaced(page: string): Promise<Times> {
  const times: number[] = [];
  const agent = new Agent({ keepAlive: true });
  const begin = performance.now();
  for (let request = 0; request < pacedRequests; request += 1) {
    await wait(Math.max(0, begin + request * pacedMs - performance.now()));
    const sent = performance.now();
    await receive(page, agent);
    times.push(performance.now() - sent);
  }
  agent.destroy();
  return summarize(times);
}

/**
 * Receives a page without `fetch`, whose decompression takes longer than the response, at times twenty milliseconds.
 */
async function receive(page: string, agent: Agent): Promise<void> {
  const request = get(page, { agent, headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`${page}: ${response.statusCode}`);
}

const show = ({ p50, p99 }: Times) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
