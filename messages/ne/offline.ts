/** Words of a page that is opened without a connection. */

import { date } from './dates.ts';

export const offline = 'तपाईं अफलाइन हुनुहुन्छ।';
/** The device has a connection, but the server cannot be reached. */
export const notResponding = 'पुस्तकालयबाट जवाफ आएन।';
/** `time` is that of `dateAndTime`. */
export const pageAsOf = <Piece>(time: Piece) => ['यो पेज ', time, ' को हो।'] as const;
/** `moment` is in milliseconds since 1970. */
export const dateAndTime = (moment: number) => date(moment, 'time');
export const dismiss = 'यो सन्देश हटाउनुहोस्';

/** On Home, which begins with the saved subjects. */
export const allSaved = 'सेभ गरिएका सबै';
export const nothingSaved = 'अहिलेसम्म केही छैन। इन्टरनेट भएका बेला विषय सेभ गर्नुभयो भने पछि यहाँ पढ्न सकिन्छ।';
