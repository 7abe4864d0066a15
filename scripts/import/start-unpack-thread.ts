import { parentPort, Worker } from 'node:worker_threads';
import { unpackArchive, type UnpackReply, type UnpackRequest } from '#app/features/import/intake/unpack-archive.ts';
import type { StartUnpacking } from '#app/features/import/intake/unpacker.ts';

/** Starts to unpack an archive on a thread, which runs this file too. */
export const startUnpackThread: StartUnpacking = (request, onReply, onError) => {
  const thread = new Worker(new URL(import.meta.url));
  thread.on('message', onReply);
  thread.on('error', onError);
  thread.postMessage(request, []);
  return () => void thread.terminate();
};

parentPort?.once('message', (request: UnpackRequest) => {
  const reply = (message: UnpackReply) => parentPort?.postMessage(message, []);
  unpackArchive(request, reply).catch(() => reply({ end: 'damaged' }));
});
