import { readFile } from 'node:fs/promises';
import { Marked } from 'marked';
import { slugify } from '#domain/text/slug.ts';
import { inLanguage, type Language } from '#contract/languages.ts';
import { knownQuery } from '#contract/page-parameters.ts';
import type { ContentPage } from '#contract/shelf.ts';

/** The informational pages every library has; each is `pages/{name}.md` in the content folder. */
export const pageNames = ['about', 'contact', 'faq', 'privacy', 'terms'] as const;

/** The names that the Markdown may contain in braces, with their values. */
type PageWords = Record<string, string>;

/**
 * Reads one page: front matter with `title` and `description`, then Markdown. Headings get ids (`{#id}` at the end of a heading chooses one), tables a wrapper that
 * scrolls on narrow screens, external links `rel="noopener"`. Of HTML, only a few elements without attributes are
 * allowed. The page's own title is the first heading on screen, so the Markdown begins at `##`. Throws an Error whose
 * one-line message names the file and what is missing.
 */
export async function readContentPage({
  place,
  name,
  words,
  language,
  pagesLanguage,
  table,
  log,
}: {
  /** The Markdown file. */
  place: string;
  name: string;
  words: PageWords;
  /** The language of the text. */
  language: string;
  /** The language of the pages that the text is shown on, and that its links lead to. */
  pagesLanguage: Language;
  /** The name of a table for screen readers. */
  table: string;
  log?: { warn(facts: object, message: string): void };
}): Promise<ContentPage> {
  const written = await readFile(place, 'utf8').catch((cause: unknown) => {
    throw new Error(`${place}: cannot be read`, { cause });
  });
  const { head, body } = splitFrontMatter(written.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'), place);
  if (body.trim() === '') throw new Error(`${place}: the page has no text below its front matter`);
  const unknown = [...new Set([...body.matchAll(placeholder)].map((match) => match[0]))].filter(
    (text) => !(text.slice(1, -1) in words),
  );
  if (unknown.length > 0)
    log?.warn({ file: place, unknown }, 'a page has unknown placeholders in braces; they are shown as written');
  return {
    name,
    title: fill(head.title, words),
    description: fill(head.description, words),
    language,
    html: await createRenderer(pagesLanguage, table).parse(fill(body, words)),
  };
}

const placeholder = /\{[a-z]+[A-Za-z]*\}/g;

function fill(text: string, words: PageWords): string {
  return text.replace(placeholder, (found) => words[found.slice(1, -1)] ?? found);
}

function splitFrontMatter(
  written: string,
  place: string,
): { head: { title: string; description: string }; body: string } {
  const parts = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(written);
  if (!parts)
    throw new Error(`${place}: must begin with front matter: a line ---, "title:" and "description:", a line ---`);
  const entries = new Map<string, string>();
  for (const line of (parts[1] ?? '').split('\n').filter((each) => each.trim() !== '')) {
    const entry = /^(\w+):\s*(.*)$/.exec(line);
    if (!entry?.[1]) throw new Error(`${place}: front matter: "${line.trim()}" must be a name, a colon and a value`);
    entries.set(entry[1], (entry[2] ?? '').trim().replace(/^(["'])(.*)\1$/, '$2'));
  }
  const title = entries.get('title');
  const description = entries.get('description');
  if (!title) throw new Error(`${place}: front matter: "title" is missing`);
  if (!description) throw new Error(`${place}: front matter: "description" is missing`);
  return { head: { title, description }, body: written.slice(parts[0].length) };
}

function createRenderer(language: Language, tableName: string): Marked {
  const taken = new Map<string, number>();
  return new Marked({
    gfm: true,
    async: true,
    renderer: {
      html: ({ text }) => allowElements(text),
      heading({ tokens, depth }) {
        const [, inner = '', chosen] = /^(.*?)(?:\s*\{#([\w-]+)\})?$/s.exec(this.parser.parseInline(tokens)) ?? [];
        const base = chosen ?? (slugify(inner.replace(/<[^>]+>|&[#\w]+;/g, ' ')) || 'section');
        const count = (taken.get(base) ?? 0) + 1;
        taken.set(base, count);
        return `<h${depth} id="${base}${count > 1 ? `-${count}` : ''}">${inner}</h${depth}>\n`;
      },
      link({ href, title, tokens }) {
        if (!isSafeLink(href)) return this.parser.parseInline(tokens);
        const leaves = /^https?:/i.test(href);
        const tooltip = title ? ` title="${escapeAttribute(title)}"` : '';
        const rel = leaves ? ' rel="noopener"' : '';
        const address = isPage(href) ? inLanguage(language, href) : href;
        return `<a href="${escapeAttribute(address)}"${tooltip}${rel}>${this.parser.parseInline(tokens)}</a>`;
      },
      table({ header, rows }) {
        const head = header.map((cell) => `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`).join('');
        const body = rows.map((cells) => {
          // On narrow screens the cells are below one another, each after its column's name.
          const written = cells.map(
            (cell, column) =>
              `<td data-label="${escapeAttribute(header[column]?.text ?? '')}">${this.parser.parseInline(cell.tokens)}</td>`,
          );
          return `<tr>${written.join('')}</tr>`;
        });
        return `<div class="table-frame scroll-area-x" tabindex="0" role="group" aria-label="${escapeAttribute(tableName)}"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>${body.join('\n')}</tbody>\n</table></div>\n`;
      },
    },
  });
}

/** Elements that may be written as HTML within Markdown, without attributes. They load and run nothing. */
const allowed = 'abbr|b|br|del|details|em|hr|i|ins|kbd|mark|small|strong|sub|summary|sup|u';
const allowedTag = new RegExp(`^</?(?:${allowed})\\s*/?>$`, 'i');

/**
 * Filters HTML within Markdown: allowed elements stay, comments are removed, and everything else is shown as written.
 */
function allowElements(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .split(/(<[^<>]*>)/)
    .map((part) => (allowedTag.test(part) ? part : escapeText(part)))
    .join('');
}

/** True for the address of one of our pages. */
function isPage(href: string): boolean {
  return href.startsWith('/') && knownQuery(href.replace(/[?#].*$/s, ''), '') !== null;
}

/** True for an address of this site, and for other openable links: pages, e-mail and telephone numbers. */
function isSafeLink(href: string): boolean {
  const scheme = /^[\s\p{Cc}]*([a-z][a-z0-9+.-]*):/iu.exec(href)?.[1];
  return scheme === undefined || ['http', 'https', 'mailto', 'tel'].includes(scheme.toLowerCase());
}

function escapeText(text: string): string {
  return text
    .replace(/&(?!#?\w+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
