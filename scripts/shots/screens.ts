import { pages } from '#contract/addresses.ts';
import { slugify } from '#domain/text/slug.ts';
import type { Shot, ShotGroup } from './shot.ts';
import { longPlace } from './stages.ts';

/** Shots of screens that are complete as soon as their address is opened. */

const subject = ['csit', '1', 'c-programming'] as const;
const longSubject = [longPlace.facultyId, longPlace.semesterId, slugify(longPlace.subject)] as const;
const lonely = ['bim', '2', slugify('Organizational Behavior and Human Resource Management')] as const;
const pdfPaper = 'sample-csit-c-paper-2025';

export const homeScreens: ShotGroup = {
  title: 'Home',
  shots: [
    { name: 'home', address: pages.home(), bringUp: (page) => page.getByLabel('Advertisement 1 of 2').click() },
    {
      name: 'home-second-banner',
      address: pages.home(),
      isWindow: true,
      bringUp: (page) => page.getByLabel('Advertisement 2 of 2').click(),
    },
    {
      name: 'home-term-remembered',
      address: pages.semester('csit', '3'),
      async bringUp(page, url) {
        await page.waitForFunction(() => localStorage.getItem('last-term') !== null);
        await page.goto(url + pages.home(), { waitUntil: 'networkidle' });
        await page.getByRole('link', { name: 'BSc CSIT, Semester 3' }).waitFor();
        await page.getByLabel('Advertisement 1 of 2').click();
      },
    },
    {
      name: 'home-empty-shelf',
      address: pages.home(),
      stage: 'empty',
      bringUp: (page) => page.getByLabel('Advertisement 1 of 2').click(),
    },
  ],
};

export const browsingScreens: ShotGroup = {
  title: 'Faculty, semester, subject',
  shots: [
    { name: 'faculty', address: pages.faculty('csit') },
    { name: 'faculty-of-years', address: pages.faculty('llb') },
    { name: 'faculty-mbbs', address: pages.faculty('mbbs') },
    { name: 'faculty-empty-shelf', address: pages.faculty('bca'), stage: 'empty' },
    { name: 'semester', address: pages.semester('csit', '1') },
    { name: 'semester-of-years', address: pages.semester('llb', '1') },
    { name: 'semester-mbbs', address: pages.semester('mbbs', '1') },
    { name: 'semester-long-names', address: pages.semester(longPlace.facultyId, longPlace.semesterId), stage: 'hard' },
    { name: 'papers', address: pages.papers(...subject) },
    { name: 'papers-empty', address: pages.papers('bhm', '3', 'food-production-and-patisserie-iii') },
    { name: 'papers-long-names', address: pages.papers(...longSubject), stage: 'hard' },
    { name: 'notes', address: pages.notes(...subject) },
    { name: 'notes-empty', address: pages.notes('csit', '1', 'physics') },
    { name: 'notes-one', address: pages.notes(...lonely), stage: 'hard' },
    { name: 'notes-long-names', address: pages.notes(...longSubject), stage: 'hard' },
    { name: 'revision', address: pages.revision(...subject) },
    { name: 'revision-empty', address: pages.revision('csit', '1', 'physics') },
    { name: 'revision-long-names', address: pages.revision(...longSubject), stage: 'hard' },
    { name: 'revision-subjects', address: pages.revisionSubjects('csit', '1') },
    { name: 'material', address: pages.material(pdfPaper) },
    { name: 'material-html', address: pages.material('sample-csit-c-paper-2024') },
    { name: 'material-book', address: pages.material('sample-csit-c-book-small-programs') },
    { name: 'material-long-title', address: pages.material('paper-1'), stage: 'hard' },
    { name: 'material-long-word', address: pages.material('note-2'), stage: 'hard' },
    { name: 'material-devanagari', address: pages.material('book-3'), stage: 'hard' },
    { name: 'material-damaged', address: pages.material('damaged'), stage: 'hard', isTroubled: true },
    { name: 'material-withdrawn', address: pages.material('withdrawn-1'), stage: 'hard', isTroubled: true },
  ],
};

export const libraryScreens: ShotGroup = {
  title: 'Library',
  shots: [
    { name: 'books', address: pages.books() },
    { name: 'books-filtered', address: `${pages.books()}?faculty=csit&semester=1` },
    { name: 'books-none', address: `${pages.books()}?q=zzzz` },
    { name: 'books-favourites', address: `${pages.books()}?tab=favorites` },
    { name: 'books-long-names', address: pages.books(), stage: 'hard' },
    { name: 'books-one', address: `${pages.books()}?faculty=bim&semester=2`, stage: 'hard' },
    { name: 'books-empty-shelf', address: pages.books(), stage: 'empty' },
  ],
};

/** Reloads until the pages of the samples are read, which happens in the background. */
const untilFound: Shot['bringUp'] = async (page) => {
  const excerpt = page.getByRole('main').locator('mark').first();
  while (!(await excerpt.isVisible())) {
    await page.waitForTimeout(1000);
    await page.reload({ waitUntil: 'networkidle' });
  }
};

export const searchScreens: ShotGroup = {
  title: 'Search',
  shots: [
    { name: 'search-start', address: pages.search() },
    { name: 'search', address: `${pages.search()}?q=pointer`, bringUp: untilFound },
    { name: 'search-filtered', address: `${pages.search()}?q=programming&kind=paper&facultyId=csit` },
    { name: 'search-none', address: `${pages.search()}?q=zzzz` },
    { name: 'search-long-names', address: `${pages.search()}?q=book`, stage: 'hard' },
    { name: 'no-scripts-search', address: `${pages.search()}?q=pointer`, hasScripts: false, bringUp: untilFound },
  ],
};

export const otherScreens: ShotGroup = {
  title: 'Forum and informational pages',
  shots: [
    { name: 'discussions', address: pages.discussions() },
    { name: 'discussions-empty', address: `${pages.discussions()}?search=zzzz` },
    { name: 'discussion', address: pages.discussion('normal-forms') },
    { name: 'discussion-not-found', address: pages.discussion('gone'), isTroubled: true },
    { name: 'discussion-new', address: pages.newDiscussion() },
    { name: 'contributors', address: pages.contributors() },
    { name: 'about', address: pages.about() },
    { name: 'contact', address: pages.contact() },
    { name: 'faq', address: pages.faq() },
    { name: 'privacy', address: pages.privacy() },
    { name: 'terms', address: pages.terms() },
    { name: 'login', address: pages.login() },
    { name: 'not-found', address: '/no/such/page', isTroubled: true },
  ],
};

const print: Shot['bringUp'] = (page) => page.emulateMedia({ media: 'print' });

export const plainScreens: ShotGroup = {
  title: 'Print and without scripts',
  shots: [
    { name: 'print-papers', address: pages.papers(...subject), bringUp: print },
    { name: 'print-material', address: pages.material(pdfPaper), bringUp: print },
    { name: 'print-faq', address: pages.faq(), bringUp: print },
    { name: 'no-scripts-home', address: pages.home(), hasScripts: false },
    { name: 'no-scripts-papers', address: pages.papers(...subject), hasScripts: false },
    { name: 'no-scripts-books', address: pages.books(), hasScripts: false },
    { name: 'no-scripts-login', address: pages.login(), hasScripts: false },
  ],
};
