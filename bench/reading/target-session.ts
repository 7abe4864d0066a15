import { EventEmitter } from 'node:events';
import type { CDPSession } from 'playwright-core';

type Message = { sessionId: string; message: string };

/** The events of the browser that are used here. */
type Events = {
  'Page.lifecycleEvent': [{ loaderId: string; name: string }];
  'Target.attachedToTarget': [{ sessionId: string }];
  'Target.detachedFromTarget': [{ sessionId: string }];
  'Target.receivedMessageFromTarget': [Message];
};

type Listen = {
  (event: 'Target.receivedMessageFromTarget', listener: (received: Message) => void): unknown;
  (event: 'Target.detachedFromTarget', listener: (detached: { sessionId: string }) => void): unknown;
};

/** A session of Playwright's, or a `TargetSession`: workers are reached through their page. */
type Parent = {
  send(method: 'Target.sendMessageToTarget', params: Message): Promise<unknown>;
  on: Listen;
  off: Listen;
};

type Waiting = { resolve(result: never): void; reject(reason: Error): void };

/**
 * A session with a page or a worker in the browser's protocol, whose messages are wrapped in those of the session that
 * attached to it without `flatten`. Playwright does not see it, so no domain is enabled except by commands sent here.
 */
export class TargetSession extends EventEmitter<Events> {
  readonly #parent: Parent;
  readonly #sessionId: string;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor(parent: Parent, sessionId: string) {
    super();
    this.#parent = parent;
    this.#sessionId = sessionId;
    parent.on('Target.receivedMessageFromTarget', this.#handleMessage);
    parent.on('Target.detachedFromTarget', this.#handleDetached);
  }

  /**
   * Resolves with the response to a command; rejects when it is refused, and when the target ends before the response.
   */
  readonly send: CDPSession['send'] = async (method, params) => {
    const id = (this.#last += 1);
    const answered = new Promise<never>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const message = JSON.stringify({ id, method, params });
    const sent = this.#parent.send('Target.sendMessageToTarget', { sessionId: this.#sessionId, message });
    const [answer] = await Promise.all([answered, sent]);
    return answer;
  };

  readonly #handleMessage = (event: Message): void => {
    if (event.sessionId !== this.#sessionId) return;
    const { id, result, error, method, params } = JSON.parse(event.message);
    if (method === 'Inspector.targetCrashed') this.#rejectAll('it crashed');
    if (id === undefined) this.emit(method, params);
    else if (error) this.#waiting.get(id)?.reject(new Error(error.message));
    else this.#waiting.get(id)?.resolve(result as never);
    this.#waiting.delete(id);
  };

  readonly #handleDetached = (event: { sessionId: string }): void => {
    if (event.sessionId !== this.#sessionId) return;
    this.#parent.off('Target.receivedMessageFromTarget', this.#handleMessage);
    this.#parent.off('Target.detachedFromTarget', this.#handleDetached);
    this.#rejectAll('it was detached');
  };

  #rejectAll(why: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(`No answer from the browser's target: ${why}`));
    this.#waiting.clear();
  }
}
