/** Facts about the purpose of a page, from its beginning. */
export type PageFacts = {
  /** Number of visible words. */
  words: number;
  /** `words`: marks or a time, which only papers have; `numbers`: numbered questions, which lists have as well. */
  paper: 'words' | 'numbers' | null;
  /** True if the page shows code, or a program generated the page from code. */
  isCode: boolean;
  /** True if a picture, such as a scanned page, is embedded in it. */
  hasOwnPicture: boolean;
  /** True for an interactive page: with fields and buttons, or inline scripts. */
  isInteractive: boolean;
  /** Addresses, without a host and decoded, of the page's style sheets, scripts, pictures and frames. */
  parts: readonly string[];
  /** The style sheets and scripts among `parts`. */
  assets: readonly string[];
  /** Addresses of links without a host, decoded. */
  links: readonly string[];
};

/** Size of the part of a page that is read; more is read if it has few words. */
export const pageHeadBytes = 64 * 1024;
export const fewestWords = 60;
export const wholePageBytes = 2 * 1024 * 1024;

const generators =
  /doxygen|javadoc|jsdoc|sphinx|mathworks|simulink|pdoc|pydoc|source-?highlight|pygments|ctags|lxr|godoc/i;

const paperWords =
  /\b(?:full|pass|max(?:imum)?|total)\.?\s*marks\b|\btime\s*(?:allowed|duration)?\s*:\s*\d|\battempt\s+(?:any|all)\b|\banswer\s+(?:any|all)\b|पूर्णाङ्क|समय\s*:|klausur|bearbeitungszeit|\bbarème\b|экзамен|билет|试卷|試験/iu;
const paperNumbers =
  /\bmarks\s*[:=]|\[\s*\d{1,2}(?:\s*[+×x]\s*\d{1,2})*\s*(?:marks?)?\s*\]|\(\s*\d{1,2}\s*marks?\s*\)|^\s*(?:q(?:uestion)?\.?\s*)?[\d०-९]{1,2}\s*[.)]\s*\p{L}.{12}|\baufgabe\s*\d|\bpunkte\b|\bexamen\b/imu;

/** True if the text ends or begins like a line of code. */
const codeLine =
  /[;{}]\s*$|^\s*(?:\d+\s+)?(?:#\s*(?:include|define|ifn?def|endif|pragma)\b|\/[*/]|\*\/|\*\s|import\s[\w.]+;?$|from\s\w+\simport\b|(?:public|private|protected|static|void|int|def|class|function|return|const|let|var)\b.*[({:;]|<\/?\w+[^>]*>\s*$)/;

/** Reads the facts of a page from its beginning. */
export function readPageFacts(html: string): PageFacts {
  const shown = html.replace(/<(script|style|template|title)\b[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi, ' ');
  const text = shown
    .replace(/<(?:br|\/?(?:p|div|tr|li|h\d|pre|table|ul|ol|dt|dd|section))\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:nbsp|#160);/gi, ' ')
    .replace(
      /&(lt|gt|amp|quot);/gi,
      (_, name: string) => ({ lt: '<', gt: '>', amp: '&', quot: '"' })[name.toLowerCase()] ?? '',
    );
  const assets = [
    ...addressesIn(
      shownTags(html, 'link').filter((tag) => /\brel\s*=\s*["']?\s*stylesheet/i.test(tag)),
      'href',
    ),
    ...addressesIn(shownTags(html, 'script'), 'src'),
  ];
  const inlineScript = /<script\b(?![^>]*\bsrc\b)[^>]*>\s*\S/i.test(html);
  return {
    words: countWords(text),
    paper: paperWords.test(text) ? 'words' : paperNumbers.test(text) ? 'numbers' : null,
    isCode: isCode(html, text),
    hasOwnPicture: /<img\b[^>]*\bsrc\s*=\s*["']?data:image/i.test(html),
    isInteractive: inlineScript || /<(?:input|select|textarea|button|form|audio|video|canvas)\b/i.test(shown),
    parts: [...assets, ...addressesIn(shownTags(html, '(?:img|iframe|frame|embed|link)'), '(?:src|href)')],
    assets,
    links: addressesIn(shownTags(html, 'a'), 'href'),
  };
}

function shownTags(html: string, name: string): string[] {
  return html.match(new RegExp(`<${name}\\b[^>]*>`, 'gi')) ?? [];
}

/** Returns addresses of files next to the page, without query and fragment. */
function addressesIn(tags: readonly string[], attribute: string): string[] {
  const pattern = new RegExp(`\\b${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]*))`, 'i');
  return tags.flatMap((tag) => {
    const [, double, single, bare] = pattern.exec(tag) ?? [];
    const address = (double ?? single ?? bare ?? '').replace(/[?#].*$/s, '').trim();
    if (address === '' || /^(?:[a-z][\w+.-]*:|\/)/i.test(address)) return [];
    return [decodeAddress(address.replace(/^(?:\.\/)+/, ''))];
  });
}

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address).normalize('NFC');
  } catch {
    return address;
  }
}

/** Counts words of at least two letters; two characters of scripts without spaces count as one word. */
function countWords(text: string): number {
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  const spaced = text.replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu, ' ');
  return Math.floor(dense / 2) + (spaced.match(/[\p{L}\p{M}]{2,}/gu)?.length ?? 0);
}

function isCode(html: string, text: string): boolean {
  if (/<meta\b[^>]*\bname\s*=\s*["']?generator\b[^>]*>/i.test(html)) {
    const tags = shownTags(html, 'meta').filter((tag) => /\bgenerator\b/i.test(tag));
    if (tags.some((tag) => generators.test(tag))) return true;
  }
  if (/<!--\s*(?:generated by|source:)[^>]{0,80}(?:javadoc|doxygen|jsdoc)/i.test(html)) return true;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const code = lines.filter((line) => codeLine.test(line)).length;
  return lines.length >= 3 && code >= 0.4 * lines.length;
}
