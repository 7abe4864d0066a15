import type { RouterManagedTag } from '@tanstack/react-router';
import { sharePicture } from '#contract/addresses.ts';
import type { Site } from '#contract/shelf.ts';
import { productName } from '#app/features/layout/page-head.ts';

/** Title and description of a page, for search engines and link previews. */
export type HeadWords = { title: string; description: string | null };

type HeadFacts = {
  /** Title and description that replace those of the routes; null if the routes' stay. */
  words: HeadWords | null;
  /** Absolute canonical address of the page, which responds with 200; null if the page has none, as on the 404 page. */
  canonical: string | null;
  /** Absolute address of the picture for link previews (sharePictureAddress); null while the site is not loaded. */
  picture: string | null;
  /** Adds `noindex`, regardless of the routes. */
  isHidden: boolean;
  /** The operator's settings of the appearance; null while the site is not loaded. */
  site: Pick<Site, 'name' | 'logo' | 'accentStyles'> | null;
};

/**
 * Adds everything derived from title and description to the tags of the head: Open Graph, the card, the canonical
 * address. The new title replaces the routes' title; all other tags stay unchanged.
 */
export function writeHead(tags: readonly RouterManagedTag[], facts: HeadFacts): RouterManagedTag[] {
  const words = facts.words ?? readWords(tags);
  const siteName = facts.site?.name ?? productName;
  const title = words.title.endsWith(productName) ? words.title.slice(0, -productName.length) + siteName : words.title;
  const description = words.description ?? undefined;
  const { picture, canonical = undefined } = facts;
  const meta = [
    { name: 'description', content: description },
    ...(facts.isHidden ? [{ name: 'robots', content: 'noindex' }] : []),
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: canonical ?? undefined },
    ...(picture ? writePicture(picture, title) : []),
  ].filter(({ content }) => content !== undefined);
  const written: RouterManagedTag[] = [
    { tag: 'title', children: title },
    ...meta.map((attrs): RouterManagedTag => ({ tag: 'meta', attrs })),
    ...(facts.site?.accentStyles ? [stylesheet(facts.site.accentStyles)] : []),
    ...(canonical ? [{ tag: 'link', attrs: { rel: 'canonical', href: canonical } } as const] : []),
  ];
  const replaced = new Set(['description', ...(facts.isHidden ? ['robots'] : [])]);
  return tags.flatMap((tag) => {
    if (tag.tag === 'title') return written;
    if (tag.attrs?.['property'] === 'og:site_name') return [{ ...tag, attrs: { ...tag.attrs, content: siteName } }];
    if (facts.site?.logo && tag.attrs?.['rel'] === 'icon')
      return tag.attrs['href'] === '/favicon.ico'
        ? []
        : [{ tag: 'link', attrs: { rel: 'icon', href: facts.site.logo } }];
    return tag.tag === 'meta' && replaced.has(String(tag.attrs?.['name'])) ? [] : [tag];
  });
}

function stylesheet(href: string): RouterManagedTag {
  return { tag: 'link', attrs: { rel: 'stylesheet', href } };
}

/**
 * Writes the picture. Its alternative text is the title, because the picture shows the title next to a page with the same text.
 */
function writePicture(url: string, title: string) {
  return [
    { property: 'og:image', content: url },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: String(sharePicture.width) },
    { property: 'og:image:height', content: String(sharePicture.height) },
    { property: 'og:image:alt', content: title },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/** Returns the title and description that the routes set. */
export function readWords(tags: readonly RouterManagedTag[]): HeadWords {
  const title = tags.find((tag) => tag.tag === 'title');
  const description = tags.find((tag) => tag.tag === 'meta' && tag.attrs?.['name'] === 'description');
  return { title: title?.children ?? '', description: description?.attrs?.['content'] ?? null };
}
