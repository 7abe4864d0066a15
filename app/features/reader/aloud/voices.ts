/** Time in milliseconds after which a browser that has listed no voices has none. */
const listMs = 2000;

/**
 * Returns the voices that work on this device. Others send the text to a company, which the privacy page excludes. Browsers
 * list them some time after the first call.
 */
export async function localVoices(): Promise<SpeechSynthesisVoice[]> {
  if (speechSynthesis.getVoices().length === 0) {
    await new Promise<void>((resolve) => {
      const signal = AbortSignal.timeout(listMs);
      signal.addEventListener('abort', () => resolve(), { once: true });
      speechSynthesis.addEventListener('voiceschanged', () => resolve(), { once: true, signal });
    });
  }
  return speechSynthesis.getVoices().filter(({ localService }) => localService);
}

/**
 * Returns the voice for these words: for Devanagari a Nepali one, or else a Hindi one, which reads the same letters; for
 * other words an English one, or else the device's own. Null if there is none.
 */
export function voiceFor(words: string, voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | null {
  const of = (language: string) => {
    const spoken = voices.filter(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === language);
    return spoken.find((voice) => voice.default) ?? spoken[0] ?? null;
  };
  if (/\p{Script=Devanagari}/u.test(words)) return of('ne') ?? of('hi');
  return of('en') ?? voices.find((voice) => voice.default) ?? voices[0] ?? null;
}

/**
 * Speaks the words; resolves when they are spoken. If `signal` is aborted, stops at once and rejects with its reason. Rejects
 * if the browser can't speak.
 */
export function speak(
  words: string,
  options: { voice: SpeechSynthesisVoice; rate: number; signal: AbortSignal },
): Promise<void> {
  const { voice, rate, signal } = options;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const utterance = new SpeechSynthesisUtterance(words);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.rate = rate;
    const ended = new AbortController();
    const cancel = () => {
      ended.abort();
      reject(signal.reason);
      speechSynthesis.cancel();
    };
    signal.addEventListener('abort', cancel, { once: true, signal: ended.signal });
    const end = (settle: () => void) => () => {
      ended.abort();
      settle();
    };
    utterance.addEventListener('end', end(resolve), { once: true, signal: ended.signal });
    const fail = ({ error }: SpeechSynthesisErrorEvent) => end(() => reject(new Error(`not spoken: ${error}`)))();
    utterance.addEventListener('error', fail, { once: true, signal: ended.signal });
    speechSynthesis.speak(utterance);
  });
}
