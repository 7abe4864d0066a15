/** Words of the buttons that save materials offline, and of the mark of saved ones. */

import { counted } from '../format.ts';

export const saved = 'अफलाइन सेभ गरिएको';

/** Also the heading of the dialog. */
export const saveSubject = 'विषय अफलाइन सेभ गर्नुहोस्';
export const subjectSaved = 'विषय अफलाइन सेभ गरिएको';

const kinds = { paper: 'प्रश्नपत्र', note: 'नोट', revision: 'रिभिजन' };
type Kind = keyof typeof kinds;
export const sizeOfKind = (kind: Kind, size: string) => `${kinds[kind]} ${size}`;
export const countOfKind = (kind: Kind, count: number) => counted(count, kinds[kind]);
