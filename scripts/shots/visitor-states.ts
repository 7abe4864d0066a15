import type { Page } from 'playwright-core';
import { pages } from '#contract/addresses.ts';
import { untilHydrated } from '#test/support/open-page.ts';
import { administrator } from '#test/support/server.ts';
import { fail, focusWithKeyboard, holdBack, keepToasts, passTimeUntil } from './bring-up.ts';
import type { ShotGroup } from './shot.ts';

/** Shots of states that a visitor reaches by using the page, or through an error. */

const papers = pages.papers('csit', '1', 'c-programming');
const narrow = ['phone', 'tablet'] as const;
const noteLists = '**/collections/notes/documents*';
const bookLists = '**/collections/books/documents*';
const faculties = '**/v1/catalogue/faculties';

export const handStates: ShotGroup = {
  title: 'Hover, focus and press',
  shots: [
    {
      name: 'menu-open',
      address: pages.home(),
      isWindow: true,
      sizes: narrow,
      bringUp: (page) => page.getByRole('button', { name: 'Open menu' }).click(),
    },
    {
      name: 'menu-open-signed-in',
      address: pages.books(),
      isSignedIn: true,
      isWindow: true,
      sizes: narrow,
      async bringUp(page) {
        await page.getByText('Go to Dashboard').waitFor({ state: 'attached' });
        await page.getByRole('button', { name: 'Open menu' }).click();
      },
    },
    {
      name: 'home-signed-in',
      address: pages.home(),
      isSignedIn: true,
      isWindow: true,
      sizes: ['desktop'],
      bringUp: (page) => page.getByRole('link', { name: 'Go to Dashboard' }).waitFor(),
    },
    {
      name: 'search-recent',
      address: pages.books(),
      isWindow: true,
      async bringUp(page) {
        const recent = ['binary search tree', 'normal forms with an example of each', 'संगठनको परिभाषा'];
        await page.evaluate((texts) => localStorage.setItem('recent-searches', JSON.stringify(texts)), recent);
        await untilHydrated(page);
        await page.keyboard.press('/');
        await page.getByRole('group', { name: 'Recent searches' }).waitFor();
      },
    },
    {
      name: 'search-suggestions',
      address: pages.books(),
      isWindow: true,
      async bringUp(page) {
        await untilHydrated(page);
        await page.keyboard.press('/');
        await page.getByRole('dialog').getByRole('combobox').fill('prog');
        await page.getByRole('group', { name: 'Titles' }).waitFor();
        await page.keyboard.press('ArrowDown');
      },
    },
    {
      name: 'search-filters-open',
      address: `${pages.search()}?q=pointer`,
      sizes: narrow,
      bringUp: (page) => page.getByRole('main').getByRole('button', { name: 'Filters' }).click(),
    },
    {
      name: 'side-menu-open',
      address: papers,
      sizes: narrow,
      bringUp: (page) => page.getByRole('button', { name: 'BSc CSIT Faculty' }).click(),
    },
    {
      name: 'side-menu-open-long-names',
      address: pages.semester('bed', '2'),
      sizes: narrow,
      bringUp: (page) => page.locator('[aria-controls="side-menu"]').click(),
    },
    {
      name: 'focus-skip-link',
      address: pages.home(),
      isWindow: true,
      bringUp: (page) => page.keyboard.press('Tab'),
    },
    {
      name: 'focus-faculty-card',
      address: pages.home(),
      isWindow: true,
      bringUp: (page) => focusWithKeyboard(page, page.getByRole('main').getByRole('link', { name: 'BCA' }).first()),
    },
    {
      name: 'focus-button',
      address: pages.home(),
      isWindow: true,
      bringUp: (page) => focusWithKeyboard(page, page.getByRole('button', { name: 'Select Faculty' }).first()),
    },
    {
      name: 'focus-tab',
      address: papers,
      isWindow: true,
      bringUp: (page) => focusWithKeyboard(page, page.getByRole('tab', { name: 'Question Papers' })),
    },
    {
      name: 'focus-row',
      address: papers,
      isWindow: true,
      bringUp: (page) =>
        focusWithKeyboard(
          page,
          page
            .getByRole('main')
            .getByRole('link', { name: /^View / })
            .first(),
        ),
    },
    {
      name: 'focus-book',
      address: pages.books(),
      isWindow: true,
      bringUp: (page) =>
        focusWithKeyboard(
          page,
          page
            .getByRole('main')
            .getByRole('link', { name: /^Read / })
            .first(),
        ),
    },
    {
      name: 'focus-field',
      address: pages.books(),
      isWindow: true,
      bringUp: (page) => focusWithKeyboard(page, page.getByPlaceholder('Search books...')),
    },
    {
      name: 'hover-faculty-card',
      address: pages.home(),
      isWindow: true,
      bringUp: (page) => page.getByRole('button', { name: 'Select Faculty' }).first().hover(),
    },
    {
      name: 'hover-subject-card',
      address: pages.semester('csit', '1'),
      isWindow: true,
      bringUp: (page) => page.getByRole('main').getByRole('link', { name: 'View' }).first().hover(),
    },
    {
      name: 'hover-book',
      address: pages.books(),
      isWindow: true,
      bringUp: (page) =>
        page
          .getByRole('main')
          .getByRole('link', { name: /^Read / })
          .first()
          .hover(),
    },
    {
      name: 'toast-plain',
      address: pages.home(),
      isWindow: true,
      async bringUp(page) {
        await page.getByRole('button', { name: 'Select Faculty' }).first().click();
        await page.waitForURL(/\/semester\/1$/);
        await keepToasts(page);
      },
    },
    {
      name: 'toast-success',
      address: pages.discussion('normal-forms'),
      isWindow: true,
      async bringUp(page) {
        await page.getByLabel('Add a comment').fill('Thank you');
        await page.getByRole('button', { name: 'Post Comment' }).click();
        await keepToasts(page);
      },
    },
    {
      name: 'toast-destructive',
      address: pages.discussion('normal-forms'),
      isWindow: true,
      async bringUp(page) {
        await page.getByRole('button', { name: 'Post Comment' }).click();
        await keepToasts(page);
      },
    },
    {
      name: 'toasts-stacked',
      address: pages.discussion('normal-forms'),
      isWindow: true,
      async bringUp(page) {
        await page.getByRole('button', { name: 'Post Comment' }).click();
        await keepToasts(page);
        await page.getByLabel('Add a comment').fill('Thank you');
        await page.getByRole('button', { name: 'Post Comment' }).click();
        await page.getByRole('button', { name: 'Upvote 24' }).click();
        await page.locator('.Toastify__toast').nth(2).waitFor();
        await keepToasts(page);
      },
    },
    {
      name: 'discussion-new-filled',
      address: pages.newDiscussion(),
      async bringUp(page) {
        for (const tag of ['dbms', 'normalisation', 'exam answers', 'third normal form', 'BCNF']) {
          await page.getByLabel('Tags', { exact: true }).fill(tag);
          await page.keyboard.press('Enter');
        }
        await page.getByRole('button', { name: 'Create Post' }).click();
        await page.getByText('Please give your post a title.').waitFor();
      },
    },
    {
      name: 'login-busy',
      address: pages.login(),
      async bringUp(page) {
        await page.route('**/account/sessions/email', holdBack);
        await fillLogin(page, administrator.password);
        await page.getByRole('button', { name: 'Logging in...' }).waitFor();
      },
    },
    {
      name: 'login-failed',
      address: pages.login(),
      isWindow: true,
      isTroubled: true,
      async bringUp(page) {
        // Simulated here instead of by the server, which counts wrong passwords and slows down.
        await page.route('**/account/sessions/email', (route) =>
          route.fulfill({
            status: 401,
            json: { message: 'Invalid credentials.', code: 401, type: 'user_invalid_credentials', version: '1' },
          }),
        );
        await fillLogin(page, 'not the password');
        await page.getByText('Login failed. Please try again.').first().waitFor();
        await keepToasts(page);
      },
    },
  ],
};

export const waitingStates: ShotGroup = {
  title: 'Loading and failing',
  shots: [
    {
      name: 'loading-page',
      address: pages.home(),
      isWindow: true,
      async bringUp(page) {
        await page.route('**/v1/catalogue/faculties/csit', holdBack);
        await page.getByRole('main').getByRole('link', { name: 'BSc CSIT' }).first().click();
        await page.locator('.coming-page').waitFor();
        await page.mouse.move(0, 0);
      },
    },
    {
      name: 'loading-notes',
      address: papers,
      async bringUp(page) {
        await page.route(noteLists, holdBack);
        await page.getByRole('tab', { name: 'Study Notes' }).click();
        await page.getByRole('tabpanel').getByText('Loading…').waitFor({ state: 'attached' });
      },
    },
    {
      name: 'loading-books',
      address: pages.about(),
      async bringUp(page) {
        await page.route(bookLists, holdBack);
        await goThroughHeader(page, 'Library');
        await page.getByRole('tabpanel').getByText('Loading…').waitFor({ state: 'attached' });
      },
    },
    {
      name: 'failed-notes',
      address: papers,
      isTroubled: true,
      prepare: (page) => page.clock.install(),
      async bringUp(page) {
        await page.route(noteLists, fail);
        await page.getByRole('tab', { name: 'Study Notes' }).click();
        await page.waitForURL('**/notes/**');
        await passTimeUntil(page, page.getByRole('button', { name: 'Try again' }));
      },
    },
    {
      name: 'failed-books',
      address: pages.about(),
      isTroubled: true,
      prepare: (page) => page.clock.install(),
      async bringUp(page) {
        await page.route(bookLists, fail);
        await goThroughHeader(page, 'Library');
        await page.waitForURL('**/books');
        await passTimeUntil(page, page.getByRole('button', { name: 'Try again' }));
      },
    },
    {
      name: 'crash',
      address: pages.about(),
      isTroubled: true,
      async bringUp(page) {
        await page.route(faculties, (route) => route.fulfill({ json: { faculties: [null] } }));
        await page.getByRole('banner').getByRole('link', { name: 'Examshelf' }).click();
        await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
      },
    },
    {
      name: 'crash-library',
      address: pages.about(),
      isTroubled: true,
      async bringUp(page) {
        await page.route(faculties, (route) => route.fulfill({ json: { faculties: [null] } }));
        await goThroughHeader(page, 'Library');
        await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
      },
    },
    {
      name: 'books-without-covers',
      address: pages.books(),
      isTroubled: true,
      prepare: (page) => page.route(/\/preview\?/, (route) => route.fulfill({ status: 404, body: '' })),
      async bringUp(page) {
        // Covers further down are fetched when they are nearly in view.
        await page.evaluate(() => {
          for (const image of document.images) image.loading = 'eager';
        });
        await page.locator('[data-fallback-cover]').nth(5).waitFor();
      },
    },
    {
      name: 'material-without-picture',
      address: pages.material('sample-csit-c-paper-2025'),
      isTroubled: true,
      prepare: (page) => page.route(/\/preview\?/, (route) => route.fulfill({ status: 404, body: '' })),
    },
  ],
};

async function fillLogin(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
}

/** Navigates by the header's link, which a small window folds into the menu. */
async function goThroughHeader(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
}
