/** What is known about the text of a page, for deciding whether it can be used. */
export type PageFacts = {
  text: string;
  /** Fonts and the share (0 to 1) of the characters that use each. */
  fonts: { name: string; share: number }[];
  /** The share (0 to 1) of the page that is covered by pictures. */
  imageShare: number;
  /** Lines, folded, that are on most pages of the document. */
  repeatedLines: ReadonlySet<string>;
};

/** `empty`: there is no text, and nothing that could be recognised. */
export function judgePageText({ text, imageShare }: PageFacts): 'usable' | 'unusable' | 'empty' {
  if (text.trim() !== '') return 'usable';
  return imageShare > 0 ? 'unusable' : 'empty';
}
