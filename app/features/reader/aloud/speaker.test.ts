import { expect, test } from 'vitest';
import { createSpeaker, type SpeakerState } from './speaker.ts';

const sentence = (words: string, start: number) => ({ words, start, end: start + words.length });

/** Three pages; the second has no text. */
const pages = [[sentence('one', 0), sentence('two', 10)], [], [sentence('three', 0)]];

/** Returns a speaker of the pages, whose sentences end when `finish` is called. */
function openSpeaker(read = async (page: number) => pages[page - 1] ?? []) {
  const spoken: string[] = [];
  const states: SpeakerState['name'][] = [];
  let end: { resolve(): void; reject(reason: Error): void } = { resolve() {}, reject() {} };
  const speaker = createSpeaker({
    pageCount: 3,
    read,
    speak(words, { rate, signal }) {
      spoken.push(rate === 1 ? words : `${words} at ${rate}`);
      return new Promise((resolve, reject) => {
        end = { resolve, reject };
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
    onChange: ({ name }) => void (states.at(-1) === name || states.push(name)),
  });
  const heard = () => spoken;
  return { speaker, states, heard, finish: () => end.resolve(), fail: () => end.reject(new Error('no voice')) };
}

test('sentences are read one after the other, over pages without text, to the end of the document', async () => {
  const { speaker, states, heard, finish } = openSpeaker();
  speaker.start(1);
  await expect.poll(heard).toEqual(['one']);
  finish();
  await expect.poll(heard).toEqual(['one', 'two']);
  finish();
  await expect.poll(heard).toEqual(['one', 'two', 'three']);
  finish();
  await expect.poll(() => states).toEqual(['speaking', 'ended']);
});

test('reading starts at the first accepted sentence, and a page without one leads to the next', async () => {
  const { speaker, heard } = openSpeaker();
  speaker.start(1, ({ start }) => start >= 5);
  await expect.poll(heard).toEqual(['two']);
  speaker.start(1, ({ start }) => start > 10);
  await expect.poll(heard).toEqual(['two', 'three']);
});

test('a document without text from there on says so', async () => {
  const { speaker, states } = openSpeaker();
  speaker.start(3, () => false);
  await expect.poll(() => states).toEqual(['speaking', 'silent']);
});

test('after a pause, and with another speed, the sentence begins again', async () => {
  const { speaker, states, heard } = openSpeaker();
  speaker.start(1);
  await expect.poll(heard).toEqual(['one']);
  speaker.pause();
  speaker.setRate(2);
  speaker.resume();
  await expect.poll(heard).toEqual(['one', 'one at 2']);
  speaker.setRate(1.5);
  await expect.poll(heard).toEqual(['one', 'one at 2', 'one at 1.5']);
  expect(states).toEqual(['speaking', 'paused', 'speaking']);
});

test('steps go to the next and the previous sentence, over pages, and stay at the first', async () => {
  const { speaker, heard } = openSpeaker();
  speaker.start(1);
  await expect.poll(heard).toEqual(['one']);
  speaker.step(1);
  await expect.poll(heard).toEqual(['one', 'two']);
  speaker.step(1);
  await expect.poll(heard).toEqual(['one', 'two', 'three']);
  speaker.step(-1);
  await expect.poll(heard).toEqual(['one', 'two', 'three', 'two']);
  speaker.step(-1);
  speaker.step(-1);
  await expect.poll(heard).toEqual(['one', 'two', 'three', 'two', 'one']);
});

test('a failure is reported, and reading continues at that sentence on request', async () => {
  const { speaker, states, heard, fail } = openSpeaker();
  speaker.start(1);
  await expect.poll(heard).toEqual(['one']);
  fail();
  await expect.poll(() => states.at(-1)).toBe('failed');
  speaker.resume();
  await expect.poll(heard).toEqual(['one', 'one']);
});

test('a closed speaker stays silent', async () => {
  const { speaker, states, heard } = openSpeaker();
  speaker.start(1);
  await expect.poll(heard).toEqual(['one']);
  speaker.close();
  speaker.start(1);
  speaker.resume();
  await expect.poll(heard).toEqual(['one']);
  expect(states).toEqual(['speaking']);
});
