import { parentPort, workerData } from 'node:worker_threads';

/**
 * A thread in the worker process, whose main thread may hang in native code: ends the process when it uses more memory
 * or more time of the processor than allowed, or when its server has ended. V8's limits do not apply to wasm and native
 * memory.
 *
 * Written in JavaScript, because a thread that must first load the code that strips types takes four times as long to
 * start.
 *
 * @type {{
 *   maxResidentBytes: number;
 *   memorySignal: NodeJS.Signals;
 *   cpuMs: number;
 *   cpuSignal: NodeJS.Signals;
 *   serverId: number;
 * }}
 */
const { maxResidentBytes, memorySignal, cpuMs, cpuSignal, serverId } = workerData;

/** @type {NodeJS.CpuUsage | null} */
let atBegin = null;

function look() {
  if (process.ppid !== serverId) process.kill(process.pid, 'SIGKILL');
  if (process.memoryUsage.rss() > maxResidentBytes) process.kill(process.pid, memorySignal);
  if (atBegin === null) return;
  const { user, system } = process.cpuUsage(atBegin);
  if (user + system > cpuMs * 1000) process.kill(process.pid, cpuSignal);
}

parentPort?.on('message', (message) => {
  atBegin = message === 'begin' ? process.cpuUsage() : null;
});

look();
setInterval(look, 100);
parentPort?.postMessage('watching', []);
