/** The maximum number of cached letters in all pages together; further pages are read again. */
const maxCachedLetters = 8_000_000;

/** Reads the texts of pages and caches them up to a limit. A failed read is not cached. */
export class TextCache<Text extends { text: string }> {
  readonly #readText: (page: number, signal: AbortSignal) => Promise<Text>;
  readonly #maxLetters: number;
  readonly #texts = new Map<number, Text>();
  #letters = 0;

  constructor(readText: (page: number, signal: AbortSignal) => Promise<Text>, maxLetters = maxCachedLetters) {
    this.#readText = readText;
    this.#maxLetters = maxLetters;
  }

  /** The text of a page if it is cached. */
  get(page: number): Text | undefined {
    return this.#texts.get(page);
  }

  /** The text of a page, cached or read now. */
  async read(page: number, signal: AbortSignal): Promise<Text> {
    const cached = this.#texts.get(page);
    if (cached) return cached;
    const text = await this.#readText(page, signal);
    if (!this.#texts.has(page) && this.#letters + text.text.length <= this.#maxLetters) {
      this.#texts.set(page, text);
      this.#letters += text.text.length;
    }
    return text;
  }
}
