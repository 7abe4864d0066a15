import type { Sentence } from './sentences.ts';

/** A sentence of the document. */
type SpokenSentence = { page: number; sentence: Sentence };

export type SpeakerState = {
  /** `silent`: there is nothing to read from here to the end of the document. */
  name: 'speaking' | 'paused' | 'ended' | 'silent' | 'failed';
  /** The sentence that is spoken, or was spoken last; null before the first. */
  spoken: SpokenSentence | null;
};

/** Reads a document aloud, sentence by sentence, over its pages. */
export type Speaker = {
  /** Speaks from the sentence of a page that `isFirst` accepts, or from the next page; instead of what is spoken. */
  start(page: number, isFirst?: (sentence: Sentence) => boolean): void;
  pause(): void;
  /** Continues at the start of the sentence at which it was paused or failed. */
  resume(): void;
  /** Goes to the next or the previous sentence, over the borders of pages. Also continues after a pause. */
  step(direction: 1 | -1): void;
  /** Speaks so many times as fast as usual from now on; begins the sentence that is spoken again. */
  setRate(rate: number): void;
  /** Ends everything; nothing can be started afterwards. */
  close(): void;
};

export function createSpeaker(parts: {
  pageCount: number;
  /** Returns the sentences of a page; none for a page without text. */
  read(page: number, signal: AbortSignal): Promise<readonly Sentence[]>;
  /** Speaks the words, and resolves when they are spoken. */
  speak(words: string, options: { rate: number; signal: AbortSignal }): Promise<void>;
  onChange(state: SpeakerState): void;
}): Speaker {
  const { pageCount, read, speak, onChange } = parts;
  let state: SpeakerState = { name: 'paused', spoken: null };
  let rate = 1;
  let isClosed = false;
  let stop = new AbortController();

  function change(changes: Partial<SpeakerState>): void {
    state = { ...state, ...changes };
    onChange(state);
  }

  /** Stops what is spoken, and speaks what `run` does. Errors of what was stopped are ignored. */
  function begin(run: (signal: AbortSignal) => Promise<void>): void {
    if (isClosed) return;
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    change({ name: 'speaking' });
    run(signal).catch(() => {
      if (!signal.aborted) change({ name: 'failed' });
    });
  }

  async function speakFrom(from: number, isFirst: (sentence: Sentence) => boolean, signal: AbortSignal): Promise<void> {
    let hasSpoken = false;
    for (let page = from; page <= pageCount; page += 1) {
      const all = await read(page, signal);
      signal.throwIfAborted();
      const first = page === from ? all.findIndex(isFirst) : 0;
      for (const sentence of first === -1 ? [] : all.slice(first)) {
        hasSpoken = true;
        change({ spoken: { page, sentence } });
        await speak(sentence.words, { rate, signal });
        signal.throwIfAborted();
      }
    }
    change({ name: hasSpoken ? 'ended' : 'silent' });
  }

  async function speakBefore({ page, sentence }: SpokenSentence, signal: AbortSignal): Promise<void> {
    for (let before = page; before >= 1; before -= 1) {
      const all = await read(before, signal);
      signal.throwIfAborted();
      const last = all.findLast(({ start }) => before < page || start < sentence.start);
      if (last) return speakFrom(before, ({ start }) => start === last.start, signal);
    }
    return speakFrom(page, ({ start }) => start === sentence.start, signal);
  }

  function resume(): void {
    const { spoken } = state;
    if (spoken) begin((signal) => speakFrom(spoken.page, ({ start }) => start === spoken.sentence.start, signal));
  }

  return {
    start: (page, isFirst = () => true) => begin((signal) => speakFrom(page, isFirst, signal)),
    pause() {
      stop.abort();
      change({ name: 'paused' });
    },
    resume,
    step(direction) {
      const { spoken } = state;
      if (!spoken) return;
      if (direction === -1) begin((signal) => speakBefore(spoken, signal));
      else begin((signal) => speakFrom(spoken.page, ({ start }) => start > spoken.sentence.start, signal));
    },
    setRate(changed) {
      rate = changed;
      if (state.name === 'speaking') resume();
    },
    close() {
      isClosed = true;
      stop.abort();
    },
  };
}
