import { parentPort, workerData } from 'node:worker_threads';

/**
 * A thread beside the picture process's own, which may hang in native code: ends the process once it holds more memory
 * than it may, or once the server it belongs to is gone. Limits of V8 do not bound wasm and native memory.
 */
const { maxResidentBytes, serverId }: { maxResidentBytes: number; serverId: number } = workerData;

function look(): void {
  if (process.memoryUsage.rss() > maxResidentBytes || process.ppid !== serverId) process.kill(process.pid, 'SIGKILL');
}

look();
setInterval(look, 100);
parentPort?.postMessage('watching', []);
