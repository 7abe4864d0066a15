/**
 * Functions that some of the oldest supported browsers lack (test/support/supported-browsers.ts), for pages and
 * workers. Import this before the code that calls them. Each function covers what our code and pdf.js use.
 */
export const fallbacks = {
  'Array.prototype': {
    toSorted(this: unknown[], compare?: (one: unknown, other: unknown) => number) {
      return [...this].sort(compare);
    },
    toReversed(this: unknown[]) {
      return [...this].reverse();
    },
    toSpliced(this: unknown[], ...change: [start: number, deleteCount: number, ...items: unknown[]]) {
      const copy = [...this];
      copy.splice(...change);
      return copy;
    },
    with(this: unknown[], index: number, value: unknown) {
      const at = index < 0 ? this.length + index : index;
      if (!(at in this)) throw new RangeError('no such index');
      return this.map((each, place) => (place === at ? value : each));
    },
  },
  'String.prototype': {
    isWellFormed(this: string) {
      return !/\p{Surrogate}/u.test(this);
    },
    toWellFormed(this: string) {
      return this.replace(/\p{Surrogate}/gu, '\uFFFD');
    },
  },
  Map: {
    groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key) {
      const groups = new Map<Key, Item[]>();
      let index = 0;
      for (const item of items) {
        const key = keyOf(item, index);
        const group = groups.get(key);
        if (group) group.push(item);
        else groups.set(key, [item]);
        index += 1;
      }
      return groups;
    },
  },
  Promise: {
    withResolvers(this: PromiseConstructor) {
      const parts = {} as PromiseWithResolvers<unknown>;
      parts.promise = new this((resolve, reject) => Object.assign(parts, { resolve, reject }));
      return parts;
    },
  },
  'ArrayBuffer.prototype': {
    // Unlike the browser's, it leaves the bytes in the first buffer too.
    transferToFixedLength(this: ArrayBuffer, length = this.byteLength) {
      const moved = new Uint8Array(length);
      moved.set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
      return moved.buffer;
    },
  },
  URL: {
    canParse(address: string, base?: string) {
      try {
        return Boolean(new URL(address, base));
      } catch {
        return false;
      }
    },
  },
  AbortSignal: {
    any(signals: Iterable<AbortSignal>) {
      const either = new AbortController();
      for (const signal of signals) {
        const abort = () => either.abort(signal.reason);
        if (signal.aborted) abort();
        else signal.addEventListener('abort', abort, { once: true, signal: either.signal });
      }
      return either.signal;
    },
  },
  'Element.prototype': {
    checkVisibility(this: Element, options?: CheckVisibilityOptions) {
      if (this.getClientRects().length === 0) return false;
      return !options?.checkVisibilityCSS || getComputedStyle(this).visibility === 'visible';
    },
  },
  'Blob.prototype': { bytes: readBytes },
  'Response.prototype': { bytes: readBytes },
  'ReadableStream.prototype': {
    async *[Symbol.asyncIterator](this: ReadableStream<unknown>) {
      const reader = this.getReader();
      let isDone = false;
      try {
        for (;;) {
          const read = await reader.read();
          isDone = read.done;
          if (read.done) return;
          yield read.value;
        }
      } finally {
        if (!isDone) await reader.cancel();
        reader.releaseLock();
      }
    },
  },
};

async function readBytes(this: Blob | Response) {
  return new Uint8Array(await this.arrayBuffer());
}

for (const [path, functions] of Object.entries(fallbacks)) {
  const owner = path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], globalThis);
  // Workers have no elements.
  if (typeof owner !== 'object' && typeof owner !== 'function') continue;
  for (const name of Reflect.ownKeys(functions))
    if (owner && !(name in owner))
      Object.defineProperty(owner, name, {
        value: (functions as Record<PropertyKey, unknown>)[name],
        writable: true,
        configurable: true,
      });
}
