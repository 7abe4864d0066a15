import { connect as connectSocket, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import type { Client } from 'pg';
import type { PostgresAddress } from './postgres-address.ts';

/** Message codes (PostgreSQL's manual, "Message Formats"). */
const cancelCode = 80_877_102;
const encryptCode = 80_877_103;
const patienceMs = 2000;

/**
 * Requests the server to end the statement that a connection is running, over a separate connection as the protocol
 * requires. A pooler passes the request on to the right server. Resolves when it was received, or could not be sent:
 * the protocol has no response to it.
 */
export async function cancelStatement(address: PostgresAddress, client: Client): Promise<void> {
  const { processID, secretKey } = client as { processID?: unknown; secretKey?: unknown };
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return;
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(cancelCode, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  const { host, port, encryption } = address;
  const socket = host.startsWith('/') ? connectSocket(`${host}/.s.PGSQL.${port}`) : connectSocket(port, host);
  socket.setTimeout(patienceMs, () => socket.destroy());
  try {
    await happens(socket, 'connect');
    const line = encryption === 'disable' ? socket : await encrypt(socket, host, encryption === 'verify-full');
    await send(line, message);
  } catch {
    // The server ends the statement automatically at its own limit.
  } finally {
    socket.destroy();
  }
}

async function encrypt(socket: Socket, host: string, rejectUnauthorized: boolean): Promise<Socket> {
  const request = Buffer.alloc(8);
  request.writeInt32BE(8, 0);
  request.writeInt32BE(encryptCode, 4);
  socket.write(request);
  await happens(socket, 'data');
  const secure = connectSecure({ socket, rejectUnauthorized, servername: host });
  await happens(secure, 'secureConnect');
  return secure;
}

/**
 * Sends the message and waits until the other side closes: PgBouncer drops a request if its sender closes before it is
 * passed on.
 */
async function send(socket: Socket, message: Buffer): Promise<void> {
  socket.write(message);
  socket.resume();
  await happens(socket, 'end');
}

function happens(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve());
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed')));
  });
}
