import { parentPort, workerData } from 'node:worker_threads';

/**
 * A thread beside the picture process's own, which may hang in native code: ends the process once it holds more memory
 * than it may, or once the server it belongs to is gone. Limits of V8 do not bound wasm and native memory.
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
