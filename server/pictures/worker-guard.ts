import { parentPort, workerData } from 'node:worker_threads';

/**
 * A thread in the worker process, whose main thread may hang in native code: ends the process when it uses more memory
 * than allowed, or when its server has ended. Limits of V8 do not apply to wasm and native memory.
 */
const { maxResidentBytes, memorySignal, serverId }: GuardData = workerData;

type GuardData = { maxResidentBytes: number; memorySignal: NodeJS.Signals; serverId: number };

function look(): void {
  if (process.ppid !== serverId) process.kill(process.pid, 'SIGKILL');
  if (process.memoryUsage.rss() > maxResidentBytes) process.kill(process.pid, memorySignal);
}

look();
setInterval(look, 100);
parentPort?.postMessage('watching', []);
