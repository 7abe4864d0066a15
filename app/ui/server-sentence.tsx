import { serverWords } from './server-words.ts';

/** Renders a sentence of the server, or of domain/, in the language of the page; one that is not known as English. */
export function ServerSentence({ children }: { children: string }) {
  const { text, lang } = serverWords(children);
  return lang ? <span lang={lang}>{text}</span> : text;
}
