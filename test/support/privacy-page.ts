import { readConfig } from '#server/config.ts';
import { readSite } from '#server/library/site-content/site.ts';

/** Renders the HTML of the shipped privacy page, or of another page, with these settings. */
export async function readPrivacyPage(settings: Record<string, string> = {}, name = 'privacy'): Promise<string> {
  const { pages } = await readSite({ config: readConfig(settings) });
  return pages.find((page) => page.name === name)?.html ?? '';
}

/** Returns the words of HTML, with single spaces. */
export function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
}
