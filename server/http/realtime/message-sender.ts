import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import type { RealtimeErrorCode, ServerMessage } from '#contract/appwrite/realtime-messages.ts';

/** Sends messages to the client of one websocket. */
export type MessageSender = {
  send(message: ServerMessage): void;
  /** Sends an error message; the connection stays open. */
  sendError(code: RealtimeErrorCode, message: string): void;
  /** Sends a message that is already written as JSON. */
  sendText(text: string): void;
  /** True if a large part of the allowed unread bytes is used. */
  isBehind(): boolean;
};

/** Creates the sender. `maxWaitingBytes` limits the unread bytes in memory; `onSent` is called after each message. */
export function createMessageSender(
  socket: Pick<WebSocket, 'readyState' | 'OPEN' | 'bufferedAmount' | 'terminate' | 'send'>,
  { maxWaitingBytes, onSent, log }: { maxWaitingBytes: number; onSent: () => void; log: Logger },
): MessageSender {
  function sendText(text: string): void {
    if (socket.readyState !== socket.OPEN) return;
    // A client that does not read is disconnected before it uses memory that the others need.
    if (socket.bufferedAmount > maxWaitingBytes) {
      log.info('a realtime connection was closed because its client stopped reading');
      socket.terminate();
      return;
    }
    socket.send(text);
    onSent();
  }
  const send = (message: ServerMessage) => sendText(JSON.stringify(message));
  return {
    send,
    sendText,
    sendError: (code, message) => send({ type: 'error', data: { code, message } }),
    isBehind: () => socket.readyState === socket.OPEN && socket.bufferedAmount > maxWaitingBytes / 2,
  };
}
