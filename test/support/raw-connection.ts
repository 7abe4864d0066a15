import { connect } from 'node:net';

/** The result of an exchange of bytes over a plain socket. */
export type RawExchange = {
  /** All received bytes, as Latin-1. */
  answer: string;
  /** Number of written bytes that the system of the other side has accepted. */
  sentBytes: number;
  /** The error code of a connection that was reset, such as `ECONNRESET`; null for one that was closed normally. */
  broken: string | null;
};

/**
 * Sends bytes to a server and returns everything received until the connection closes. With `readsLast`, reads nothing
 * before everything is written, as simple clients do.
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
    // Closes its side after the server has closed its own, but writes everything before.
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
