import { parentPort, workerData } from 'node:worker_threads';

/**
 * A thread in the worker process, whose main thread may hang in native code: ends the process when it uses more memory
 * than allowed, or when its server has ended. Limits of V8 do not apply to wasm and native memory.
 *
 * JavaScript, because a thread takes four times as long to start when it has to load the stripper of types first.
 *
 * @type {{ maxResidentBytes: number; memorySignal: NodeJS.Signals; serverId: number }}
 */
const { maxResidentBytes, memorySignal, serverId } = workerData;

function look() {
  if (process.ppid !== serverId) process.kill(process.pid, 'SIGKILL');
  if (process.memoryUsage.rss() > maxResidentBytes) process.kill(process.pid, memorySignal);
}

look();
setInterval(look, 100);
parentPort?.postMessage('watching', []);
