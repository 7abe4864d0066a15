import type { Page } from 'playwright-core';
import { pages } from '#contract/addresses.ts';
import { shown } from './full-library.ts';
import { openPage } from './open-page.ts';

/** Checks the current screen, which has this name. */
export type Look = (name: string) => Promise<void>;

/** Every address that a visitor may open, including unknown ones. */
export const publicAddresses = [
  pages.home(),
  pages.faculty('csit'),
  pages.semester('csit', '1'),
  pages.semester('mbbs', '1'),
  pages.papers(...shown.subject),
  pages.notes(...shown.subject),
  pages.revision(...shown.subject),
  pages.revisionSubjects('csit', '1'),
  pages.papers('bhm', '3', 'food-production-and-patisserie-iii'),
  pages.books(),
  `${pages.books()}?part=2`,
  `${pages.books()}?q=nothing-is-called-so`,
  `${pages.books()}?tab=favorites`,
  `${pages.books()}?faculty=csit&semester=2`,
  pages.search(),
  `${pages.search()}?q=recursion`,
  `${pages.search()}?q=programming&kind=paper&facultyId=csit`,
  `${pages.search()}?q=nothing-is-called-so`,
  // Finds the scan by a misspelt word.
  `${pages.search()}?q=refracton`,
  pages.material(shown.pdfPaper),
  pages.material(shown.htmlPaper),
  pages.material(shown.book),
  pages.material(shown.withdrawn),
  pages.about(),
  pages.contact(),
  pages.faq(),
  pages.privacy(),
  pages.terms(),
  pages.contributors(),
  pages.discussions(),
  `${pages.discussions()}?search=nothing-is-called-so`,
  pages.newDiscussion(),
  pages.discussion('normal-forms'),
  pages.discussion('none'),
  pages.reading(),
  pages.saved(),
  pages.offline(),
  pages.login(),
  pages.notFound(),
];

/** Opens every address of `publicAddresses`, or these ones. */
export async function visitAddresses(
  page: Page,
  url: string,
  look: Look,
  addresses: readonly string[] = publicAddresses,
): Promise<void> {
  for (const address of addresses) {
    await openPage(page, url + address);
    await look(address);
  }
}

/** Prevents the current toasts from closing before the next page, as if the window were in the background. */
export async function keepToastsOpen(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
}
