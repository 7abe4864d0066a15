/** Results of the actions of the import, as sentences. */

import { counted } from '../format.ts';
import { fields, state } from './rows.ts';

const files = (count: number) => counted(count, 'वटा फाइल');

const edits = { ...fields, password: 'पासवर्ड', confirmed: 'पुष्टि' };

export const working = (count: number) => `${files(count)}मा काम हुँदै छ…`;

/** `followers` are further files that inherited the value. */
export const valueSet = (value: keyof typeof fields | 'password', count: number, followers: number) =>
  `${files(count)}को ${edits[value]} राखियो${followers === 0 ? '' : `, र उस्तै ${files(followers)}मा पनि लागू भयो`}।`;
export const confirmed = (count: number) => `${files(count)}को पुष्टि भयो।`;
export const nothingToConfirm = 'पुष्टि गर्नुपर्ने केही छैन।';
export const notSaved = 'परिवर्तन सेभ हुन सकेन';

export const undone = (edit: keyof typeof edits) => `${edits[edit]} अन्डू गरियो।`;
export const nothingToUndo = 'अन्डू गर्नुपर्ने केही छैन।';
export const notUndone = 'परिवर्तन अन्डू हुन सकेन';

export const published = (count: number) => `${files(count)} प्रकाशित भयो।`;
export const notPublished = (count: number) => `${files(count)} प्रकाशित भएन: “${state}” को कोलम हेर्नुहोस्।`;
export const notAllPublished = 'सबै प्रकाशित हुन सकेन';

export const takenInside = (count: number) => `यसभित्रको ${files(count)} थपिँदै छ। पोर्टफोलियो भने त्याग्नुहोस्।`;
export const notTakenInside = 'भित्रका प्रश्नपत्र निकाल्न सकिएन';

export const discarded = (count: number) => `${files(count)} त्यागियो।`;
export const notAllDiscarded = 'सबै त्याग्न सकिएन';

/** A material that was in the trash or hidden; `title` is in quotation marks. */
export const backInLibrary = 'पुस्तकालयमा फर्कियो';
export const restored = (title: string) => `${title} ट्र्यासबाट फिर्ता ल्याइयो।`;
export const shownAgain = (title: string) => `${title} फेरि देखाइयो।`;
export const stillHidden = 'यो अझै लुकाइएको छ: प्रशासकले मात्र देख्छन्।';
export const sameFileRemoved = 'उही फाइल यस सूचीबाट हटाइयो।';
export const notRestored = 'फिर्ता ल्याउन सकिएन';
export const notShownAgain = 'फेरि देखाउन सकिएन';
