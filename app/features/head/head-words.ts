import type { RouterManagedTag } from '@tanstack/react-router';
import type { Site } from '#contract/shelf.ts';
import { productName } from '#app/features/layout/page-head.ts';

/** A picture that goes with a shared link. */
export type SharedPicture = {
  /** Absolute. Robots may fetch it, and it is JPEG or PNG, which every service reads. */
  url: string;
  type: 'image/jpeg' | 'image/png';
  /** In pixels; null where it is not known, as for a cover that may be smaller than what is asked for. */
  size: { width: number; height: number } | null;
  alt: string;
};

/** What a page tells search engines and shared links about itself. */
export type HeadWords = { title: string; description: string | null };

type HeadFacts = {
  /** Replaces the words of the routes. */
  words: HeadWords | null;
  /** The page's one address, absolute and answered with 200; null where there is none, as on the 404 page. */
  canonical: string | null;
  /** Null while nothing is known of the site. */
  picture: SharedPicture | null;
  /** Keeps the page out of search engines, whatever the routes say. */
  isHidden: boolean;
  /** What the operator changed of the product's look; null while nothing is known of the site. */
  site: Pick<Site, 'name' | 'logo' | 'accentStyles'> | null;
};

/**
 * The tags of the head with everything that follows from title and description: Open Graph, the card, the canonical
 * address. They take the place of the routes' title; all other tags stay where they are.
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
    ...(picture ? writePicture(picture) : []),
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

function writePicture({ url, type, size, alt }: SharedPicture) {
  return [
    { property: 'og:image', content: url },
    { property: 'og:image:type', content: type },
    ...(size
      ? [
          { property: 'og:image:width', content: String(size.width) },
          { property: 'og:image:height', content: String(size.height) },
        ]
      : []),
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

function readWords(tags: readonly RouterManagedTag[]): HeadWords {
  const title = tags.find((tag) => tag.tag === 'title');
  const description = tags.find((tag) => tag.tag === 'meta' && tag.attrs?.['name'] === 'description');
  return { title: title?.children ?? '', description: description?.attrs?.['content'] ?? null };
}
