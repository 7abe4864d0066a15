import { visitManage, visitTransfers, visitTrash, visitUpload } from './panel-screens.ts';
import { publicAddresses, visitAddresses } from './screens.ts';
import { casesOf } from './sweeps.ts';
import { visitDialogs, visitOpenedPages } from './visitor-screens.ts';

/** Opens some screens one after the other, and calls back with the name of each. */
export type Tour = {
  what: string;
  visit: typeof visitAddresses;
  /** True if links and buttons with the same name do the same on these screens. */
  hasOwnNames?: boolean;
  /**
   * True if on a desktop other elements open, or they open in another way. Otherwise a screen does not change with its
   * width.
   */
  differsOnDesktop?: boolean;
};

const walkedAddresses = casesOf('addresses', publicAddresses, (_, index) => index % 4 === 0);

/** Every screen and state of the product, in parts that take about the same time. */
export const tours: readonly Tour[] = [
  {
    what: 'any address',
    visit: (page, url, look) => visitAddresses(page, url, look, walkedAddresses),
    hasOwnNames: true,
  },
  { what: 'menus, toasts and failures', visit: visitOpenedPages, differsOnDesktop: true },
  { what: 'the reader and the paper preview', visit: visitDialogs, differsOnDesktop: true },
  { what: 'login and upload', visit: visitUpload },
  { what: 'uploads under way and done', visit: visitTransfers },
  { what: 'managing', visit: visitManage },
  { what: 'importing, trash and renewed sign-in', visit: visitTrash },
];
