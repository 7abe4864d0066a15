import type { WebSocket } from 'ws';

/** Detects a websocket whose client no longer responds. */
export type Heartbeat = {
  /** To be called after every receipt. */
  confirm(): void;
  /** To be called regularly. Terminates the connection if nothing was received since the call before last. */
  check(): void;
};

/** Pings a websocket that was silent between two checks, and terminates it if it stays silent. */
export function createHeartbeat(socket: Pick<WebSocket, 'ping' | 'terminate'>): Heartbeat {
  let wasHeard = true;
  let wasPinged = false;
  return {
    confirm() {
      wasHeard = true;
    },
    check() {
      if (!wasHeard && wasPinged) {
        socket.terminate();
        return;
      }
      // Clients that ping, as Appwrite's do from 16.1 on, need no ping from us.
      wasPinged = !wasHeard;
      if (wasPinged) socket.ping();
      wasHeard = false;
    },
  };
}
