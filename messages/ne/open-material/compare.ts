/** Words for opening a second material next to another: the choice, the bar between them, and the offer on narrow windows. */

export const compareWith = 'केसँग तुलना गर्ने?';
export const opensNextTo = (title: string) => `छानेको सामग्री ${title} को छेउमा खुल्छ।`;
export const loading = (subject: string) => `${subject} का सामग्री लोड हुँदै छ…`;
export const nothingElse = (subject: string) => `${subject} मा अहिलेसम्म अरू केही छैन।`;
export const notLoaded = (subject: string) => `${subject} का सामग्री लोड गर्न सकिएन।`;

export const divider = 'बीचको रेखा';
export const leftShare = 'बायाँ भागको चौडाइ';
export const scrollTogether = 'दुवै सँगसँगै स्क्रोल गर्नुहोस्';

export const otherMaterial = 'अर्को सामग्री';
export const alsoOpened = <Piece>(title: Piece) => ['यो पनि खोलिएको छ: ', title] as const;
export const readOther = 'यो पढ्नुहोस्';
export const otherGone = 'यस लिंकको अर्को सामग्री अब उपलब्ध छैन।';
