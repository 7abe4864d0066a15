import { visitManage, visitTransfers, visitTrash, visitUpload } from './panel-screens.ts';
import { visitAddresses } from './screens.ts';
import { visitDialogs, visitOpenedPages } from './visitor-screens.ts';

/** A walk over some of the screens: brings each up and calls back with its name. */
export type Tour = {
  what: string;
  visit: typeof visitAddresses;
  /** Links and buttons of one name do one thing on these screens. */
  hasOwnNames?: boolean;
};

/** Every screen and state of the product, in parts that take about as long as each other. */
export const tours: readonly Tour[] = [
  { what: 'any address', visit: visitAddresses, hasOwnNames: true },
  { what: 'menus, toasts and failures', visit: visitOpenedPages },
  { what: 'the reader and the paper preview', visit: visitDialogs },
  { what: 'login and upload', visit: visitUpload },
  { what: 'uploads under way and done', visit: visitTransfers },
  { what: 'managing', visit: visitManage },
  { what: 'trash and renewed sign-in', visit: visitTrash },
];
