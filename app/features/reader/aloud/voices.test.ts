import { expect, test } from 'vitest';
import { voiceFor } from './voices.ts';

const voice = (lang: string, isDefault = false) =>
  ({ lang, default: isDefault, name: lang, localService: true, voiceURI: lang }) as SpeechSynthesisVoice;

const chosen = (words: string, ...voices: SpeechSynthesisVoice[]) => voiceFor(words, voices)?.lang ?? null;

test('English words have an English voice, the default one of several, or else the voice of the device', () => {
  expect(chosen('What is a tree?', voice('de-DE', true), voice('en-US'), voice('en-GB', true))).toBe('en-GB');
  expect(chosen('What is a tree?', voice('hi-IN'), voice('en_IN'))).toBe('en_IN');
  expect(chosen('What is a tree?', voice('fr-FR'), voice('de-DE', true))).toBe('de-DE');
  expect(chosen('What is a tree?')).toBeNull();
});

test('Devanagari has a Nepali voice, or else a Hindi one, and no other', () => {
  expect(chosen('समय: ३ घण्टा', voice('en-US', true), voice('hi-IN'), voice('ne-NP'))).toBe('ne-NP');
  expect(chosen('समय: ३ घण्टा', voice('en-US', true), voice('hi-IN'))).toBe('hi-IN');
  expect(chosen('समय: ३ घण्टा', voice('en-US', true))).toBeNull();
});
