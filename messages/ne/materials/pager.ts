/** Links to the parts of a long list. */

import { digits } from '../format.ts';

export const pagesOfList = 'यस सूचीका पेजहरू';
export const pageOf = (page: number, last: number) => `${digits(last)} मध्ये पेज ${digits(page)}`;
