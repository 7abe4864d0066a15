import type { UnpackReply } from './unpack-archive.ts';
import type { StartUnpacking } from './unpacker.ts';

/** Starts to unpack an archive on a worker of the browser. */
export const startUnpackWorker: StartUnpacking = (request, onReply, onError) => {
  const worker = new Worker(new URL('./unpack-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<UnpackReply>) => onReply(data));
  worker.addEventListener('error', onError);
  worker.postMessage(request, []);
  return () => worker.terminate();
};
