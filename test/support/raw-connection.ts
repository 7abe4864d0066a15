import { connect } from 'node:net';

/** What a client saw that writes and reads bytes by hand. */
export type RawExchange = {
  /** All that came back, as Latin-1. */
  answer: string;
  /** How much of what was written the system on the other side took. */
  sentBytes: number;
  /** The system's word for a connection that was broken off, as `ECONNRESET`; null for one closed in order. */
  broken: string | null;
};

/**
 * Sends bytes to a server and answers what came back once the connection is closed. `readsLast` does not look at the
 * answer before everything is written, as simple clients do.
 */
export function exchange(url: string, bytes: Uint8Array | string, options: { readsLast?: boolean } = {}) {
  return new Promise<RawExchange>((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    const sent = Buffer.from(bytes);
    let answer = '';
    let broken: string | null = null;
    if (options.readsLast) socket.pause();
    socket.on('data', (piece) => {
      answer += piece.toString('latin1');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      broken = error.code ?? error.message;
    });
    socket.on('close', () => resolve({ answer, broken, sentBytes: socket.bytesWritten - socket.writableLength }));
    // Closes its own side when the server has closed its own, but writes everything before.
    socket.on('end', () => socket.end());
    const step = 64 * 1024;
    const write = (at: number) => {
      if (at >= sent.length) {
        socket.resume();
        return;
      }
      socket.write(sent.subarray(at, at + step), (error) => void (error ?? write(at + step)));
    };
    write(0);
  });
}
