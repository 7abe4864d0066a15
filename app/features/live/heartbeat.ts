import { heartbeatMs } from './reconnect-delay.ts';

export type Heartbeat = {
  start(): void;
  stop(): void;
  /** Call for every message that arrives: it proves that the connection is alive. */
  noteMessage(): void;
};

/** Pings at a regular interval and calls `onSilence` when nothing has arrived since the last ping. */
export function createHeartbeat({ ping, onSilence }: { ping: () => void; onSilence: () => void }): Heartbeat {
  let isWaiting = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  function beat(): void {
    if (isWaiting) {
      onSilence();
      return;
    }
    isWaiting = true;
    ping();
  }

  return {
    start() {
      // Opening the connection counts as the first ping, so a connection that never opens is detected too.
      isWaiting = true;
      timer = setInterval(beat, heartbeatMs);
    },
    stop: () => clearInterval(timer),
    noteMessage: () => void (isWaiting = false),
  };
}
