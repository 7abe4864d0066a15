/** Facts of a post, in the list and on its page. */

import { counted } from '../format.ts';

export const upvotes = (count: number) => counted(count, 'अपभोट');
