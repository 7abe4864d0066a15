import { unpackArchive, type UnpackReply, type UnpackRequest } from './unpack-archive.ts';

const reply = (message: UnpackReply) => postMessage(message);

addEventListener('message', (event: MessageEvent<UnpackRequest>) => {
  unpackArchive(event.data, reply).catch(() => reply({ end: 'damaged' }));
});
