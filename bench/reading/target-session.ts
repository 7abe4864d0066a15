import { EventEmitter } from 'node:events';
import type { CDPSession } from 'playwright-core';

type Message = { sessionId: string; message: string };

/** The events that are listened to here, of all that a browser tells. */
type Events = {
  'Page.lifecycleEvent': [{ loaderId: string; name: string }];
  'Target.attachedToTarget': [{ sessionId: string }];
  'Target.detachedFromTarget': [{ sessionId: string }];
  'Target.receivedMessageFromTarget': [Message];
};

type Listen = {
  (event: 'Target.receivedMessageFromTarget', listener: (told: Message) => void): unknown;
  (event: 'Target.detachedFromTarget', listener: (told: { sessionId: string }) => void): unknown;
};

/** A session of Playwright's, or one of these: workers are spoken to through their page. */
type Parent = {
  send(method: 'Target.sendMessageToTarget', params: Message): Promise<unknown>;
  on: Listen;
  off: Listen;
};

type Waiting = { resolve(result: never): void; reject(reason: Error): void };

/**
 * A conversation with a page or a worker in the browser's protocol, carried in messages of the session that attached to
 * it without `flatten`. Nobody else has a part in it: nothing is switched on there but what is sent here.
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
    parent.on('Target.receivedMessageFromTarget', this.#hear);
    parent.on('Target.detachedFromTarget', this.#leave);
  }

  /** Resolves with the answer to a command; rejects when it is refused, and when the target ends before it answers. */
  readonly send: CDPSession['send'] = async (method, params) => {
    const id = (this.#last += 1);
    const answered = new Promise<never>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const message = JSON.stringify({ id, method, params });
    const sent = this.#parent.send('Target.sendMessageToTarget', { sessionId: this.#sessionId, message });
    const [answer] = await Promise.all([answered, sent]);
    return answer;
  };

  readonly #hear = (told: Message): void => {
    if (told.sessionId !== this.#sessionId) return;
    const { id, result, error, method, params } = JSON.parse(told.message);
    if (method === 'Inspector.targetCrashed') this.#giveUp('it crashed');
    if (id === undefined) this.emit(method, params);
    else if (error) this.#waiting.get(id)?.reject(new Error(error.message));
    else this.#waiting.get(id)?.resolve(result as never);
    this.#waiting.delete(id);
  };

  readonly #leave = (told: { sessionId: string }): void => {
    if (told.sessionId !== this.#sessionId) return;
    this.#parent.off('Target.receivedMessageFromTarget', this.#hear);
    this.#parent.off('Target.detachedFromTarget', this.#leave);
    this.#giveUp('it was let go of');
  };

  #giveUp(why: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(`No answer from the browser's target: ${why}`));
    this.#waiting.clear();
  }
}
