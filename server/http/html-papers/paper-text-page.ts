import { LRUCache } from 'lru-cache';
import { Token, Tokenizer, TokenizerMode } from 'parse5';
import type { SentFile } from '#server/http/files/send-file.ts';
import { createSharedWork } from '#server/machinery/queues/shared-work.ts';
import { documentHeaders, noConnections } from '#server/http/responses/security-headers.ts';

/** Elements that the page may have, with their names in it. No other tag is ever written. */
const written = new Map(
  'h1 h2 h3 h4 h5 h6 p br hr ul ol li dl dt dd table caption thead tbody tfoot tr td th pre blockquote b strong i em u sub sup code div'
    .split(' ')
    .map((name) => [name, name]),
);
for (const block of 'address article aside center details fieldset figcaption figure footer form header legend main nav section summary'.split(
  ' ',
))
  written.set(block, 'div');
written.set('xmp', 'pre');

/** Attributes that number questions and shape tables. Their values are numbers, or the letter of a numbering style. */
const writtenAttributes: Readonly<Record<string, readonly string[]>> = {
  ol: ['start', 'type'],
  li: ['value'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
};
const writtenValue = /^(?:-?\d{1,4}|[aAiI])$/;

/** Elements whose content has no tags. */
const rawModes = new Map<string, Tokenizer['state']>([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['style', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['noembed', TokenizerMode.RAWTEXT],
  ['noframes', TokenizerMode.RAWTEXT],
  ['xmp', TokenizerMode.RAWTEXT],
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
]);
const unshown = new Set(['script', 'style', 'iframe', 'noembed', 'noframes', 'title', 'textarea']);

/** Some 100 ms of the processor. The rest is in the file, which the page links to. */
const maxBytes = 2 * 1024 * 1024;
/** The same limit as for the search: a whole book. */
const maxCharacters = 500_000;
/**
 * Maximum number of characters of recently sent pages that are cached, so that repeated requests for one page cost
 * little.
 */
const maxKnownCharacters = 4_000_000;

const policy = [
  'sandbox allow-downloads',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Browsers that don't name HTML in `Accept` (seen in NetSurf 3.10 and Links 2.28). */
const silentBrowsers = /^(?:NetSurf|E?Links)\b/;

/**
 * True for a browser that opens the address but does not send `Sec-Fetch-Mode`: a text browser, an old one, or any
 * browser on plain HTTP. `fetch` and programs don't name HTML in `Accept`.
 */
export function isOpenedUnsaid(headers: Readonly<Record<string, string | undefined>>): boolean {
  if (headers['sec-fetch-mode'] !== undefined) return false;
  return /\btext\/html\b/i.test(headers['accept'] ?? '') || silentBrowsers.test(headers['user-agent'] ?? '');
}

/**
 * Writes the text of an HTML paper as a page: headings, lists and tables, without anything else of the paper. The page
 * is harmless even without a policy, so browsers that enforce none get it too. `downloadAddress` leads to the whole
 * paper. Returns a file without bytes unchanged, so that missing bytes result in 404. Simultaneous requests for one
 * paper read it once.
 */
export function createTextPages() {
  const known = new LRUCache<string, PaperText>({
    maxSize: maxKnownCharacters,
    sizeCalculation: ({ title, body }) => title.length + body.length + 1,
  });
  const reading = createSharedWork<PaperText | null>();
  return async (file: SentFile, encoding: string, downloadAddress: string): Promise<SentFile> => {
    const text = known.get(file.etag) ?? (await reading.join(file.etag, undefined, () => readText(file, encoding)));
    if (text === null) return file;
    known.set(file.etag, text);
    const page = Buffer.from(
      `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
        `<title>${text.title || 'Paper'}</title><style>body{max-width:42rem;margin:1rem auto;padding:0 1rem;font-family:sans-serif;line-height:1.5}</style></head>` +
        `<body><p lang="en">This is the text of the paper. <a href="${escape(downloadAddress)}">Download the paper</a> to see its pictures and layout.</p><hr>${text.body}</body></html>`,
    );
    return {
      ...file,
      source: async ({ start, end }, take) => {
        await take(page.subarray(start, end + 1));
        return true;
      },
      sizeBytes: page.length,
      mediaType: 'text/html; charset=utf-8',
      // Increase the number when the written page changes, so that no cache confirms a page of an earlier release.
      etag: `${file.etag}-text1`,
      headers: { ...file.headers, ...documentHeaders, ...noConnections, 'Content-Security-Policy': policy },
    };
  };
}

/** The text of a paper, as HTML. */
type PaperText = { title: string; body: string };

/** Reads the text of a paper; null if the bytes are missing. */
async function readText({ source, sizeBytes }: SentFile, encoding: string): Promise<PaperText | null> {
  const writer = createTextWriter();
  const decoder = new TextDecoder(encoding);
  const last = Math.min(maxBytes, sizeBytes) - 1;
  if (!(await source({ start: 0, end: last }, async (piece) => writer.write(decoder.decode(piece, { stream: true })))))
    return null;
  const { title, body, isWhole } = writer.end(decoder.decode());
  const rest = isWhole && sizeBytes <= maxBytes ? '' : '<p lang="en">The rest is in the file.</p>';
  return { title, body: body + rest };
}

/**
 * Creates a writer that receives the HTML of a paper in pieces. It returns the title, and the content with only the
 * tags above.
 */
export function createTextWriter() {
  let body = '';
  let title = '';
  let isTitled = false;
  let isWhole = true;
  let unshownIn: string | null = null;
  const onText = ({ chars }: Token.CharacterToken) => {
    if (unshownIn === null) {
      const room = Math.max(maxCharacters - body.length, 0);
      if (chars.length > room) isWhole = false;
      body += escape(chars.slice(0, room));
    }
    if (unshownIn === 'title' && !isTitled) title += escape(chars);
  };
  const nothing = () => undefined;
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag(tag) {
        const { tagName } = tag;
        // In SVG and XHTML such a tag has no content. Showing too much is better than hiding the rest.
        const mode = tag.selfClosing ? undefined : rawModes.get(tagName);
        if (mode !== undefined) tokenizer.state = mode;
        if (mode !== undefined && unshown.has(tagName)) unshownIn = tagName;
        const name = written.get(tagName);
        if (name !== undefined) body += `<${name}${writeAttributes(tag)}>`;
        if (tagName === 'img') body += escape(` [${Token.getTokenAttr(tag, 'alt')?.trim() || 'picture'}] `);
      },
      onEndTag({ tagName }) {
        if (tagName === unshownIn) unshownIn = null;
        if (tagName === 'title') isTitled = true;
        const name = written.get(tagName);
        if (name !== undefined && name !== 'br' && name !== 'hr') body += `</${name}>`;
      },
      onCharacter: onText,
      onWhitespaceCharacter: onText,
      onNullCharacter: nothing,
      onComment: nothing,
      onDoctype: nothing,
      onEof: nothing,
    },
  );
  function write(text: string, isLast: boolean): void {
    if (body.length < maxCharacters) tokenizer.write(text, isLast);
    else isWhole = false;
  }
  return {
    write: (text: string) => write(text, false),
    end(text: string) {
      write(text, true);
      return { title: title.trim(), body, isWhole };
    },
  };
}

function writeAttributes(tag: Token.TagToken): string {
  return (writtenAttributes[tag.tagName] ?? [])
    .map((name) => {
      const value = Token.getTokenAttr(tag, name);
      return value !== null && writtenValue.test(value) ? ` ${name}="${value}"` : '';
    })
    .join('');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? '');
