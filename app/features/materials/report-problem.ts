import { pages } from '#contract/addresses.ts';
import type { Site } from '#contract/shelf.ts';
import * as words from '#messages/materials/report-problem.ts';

/** A material with a problem: its full address and, if it is open, the current page. */
type Reported = { title: string; url: string; page?: number };

/**
 * Returns the address to report a problem with a material: an email with its title, address and page filled in, or the
 * contact page as long as the library has no address of its own. Relative to the site in that case.
 */
export function reportAddress(
  site: Pick<Site, 'contactEmail' | 'isContactPlaceholder'>,
  { title, url, page }: Reported,
): string {
  if (site.isContactPlaceholder) return `${pages.contact()}#reporting-a-mistake`;
  const lines = [words.address(url), ...(page === undefined ? [] : [words.page(page)]), '', words.whatIsWrong, ''];
  // Lines end as RFC 6068 requires.
  const fields = { subject: words.subject(title), body: lines.join('\r\n') };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `mailto:${encodeURIComponent(site.contactEmail).replace('%40', '@')}?${query.join('&')}`;
}

/** Follows the address of a report. The contact page opens in a new tab, so that the open material stays. */
export function openReport(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.rel = 'noopener';
  if (!address.startsWith('mailto:')) link.target = '_blank';
  document.body.append(link);
  link.click();
  link.remove();
}
