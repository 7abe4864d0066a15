/** Words of the recent changes in Manage, and of undoing them. */

import { counted, digits, number } from './format.ts';

type Type = 'change' | 'publication';

const materials = (count: number) => counted(count, 'वटा सामग्री');

export const recentChanges = 'हालका परिवर्तन';
export const nothingToUndo = 'अन्डू गर्नुपर्ने केही छैन। धेरै सामग्रीमा एकै पटक गरिएका परिवर्तन र इम्पोर्टका प्रकाशन यहाँ देखिन्छन्।';
export const pagesOfChanges = 'हालका परिवर्तनका पेजहरू';
export const pageOf = (page: number, last: number) => `${digits(last)} मध्ये पेज ${digits(page)}`;

/** Follows the number of materials. */
const actions = {
  edit: ' सम्पादन गरियो',
  hide: ' लुकाइयो',
  show: ' फेरि देखाइयो',
  delete: ' ट्र्यासमा सारियो',
  restore: ' ट्र्यासबाट फिर्ता ल्याइयो',
  pages: 'का पृष्ठ मिलाइयो',
};
export const changed = (action: keyof typeof actions, count: number) => `${materials(count)}${actions[action]}`;
/** `sources` comes from `sourceList`. */
export const published = (sources: string, count: number) =>
  `${sources} को इम्पोर्टबाट ${materials(count)} प्रकाशित गरियो`;
/** Files that were chosen without a folder or archive. */
export const singleFiles = 'छुट्टाछुट्टै फाइल';
/** Names folders and archives. `more` are left out. */
export const sourceList = (names: readonly string[], more: number) =>
  more === 0 ? names.join(' र ') : `${names.join(', ')} र अरू ${number(more)} वटा`;

/** Materials of an interrupted publication that are not published yet. Import Many is a tab. */
export const pending = (count: number) =>
  `यससँग अरू ${number(count)} वटा पनि प्रकाशित हुनुपर्ने थियो। काम पूरा गर्न “धेरै फाइल इम्पोर्ट” मा गएर ती प्रकाशित गर्नुहोस्।`;
export const reason = <Piece>(text: Piece) => ['कारण: ', text] as const;
/** A value that was changed: `३ वटा नोट: Physics → Maths`. */
export const step = (materials: string, from: string, to: string) => `${materials}: ${from} → ${to}`;
export const stepOfYear = (materials: string, from: string, to: string) => `${materials}: साल ${from} → ${to}`;

const goBack: Record<Type, string> = {
  publication: 'इम्पोर्टमा फर्काइन्छ',
  change: 'पहिलेजस्तै पारिन्छ',
};
/** The effect of an undo. `changed` materials were changed since, and are not undone. */
export const willUndo = (type: Type, count: number, changed: number) =>
  `अन्डू गर्दा ${materials(count)} ${goBack[type]}${changedSince(changed)}।`;
function changedSince(count: number): string {
  if (count === 0) return '';
  return `; त्यसपछि बदलिएको ${number(count)} वटा उस्तै रहन्छ`;
}
/** After an undo. `left` materials were not undone. */
export const undone = (count: number, left: number) => `${materials(count)} अन्डू गरियो${staying(left)}।`;
function staying(count: number): string {
  if (count === 0) return '';
  return `; ${number(count)} वटा उस्तै रह्यो`;
}
export const undoInterrupted = 'अन्डू बीचमै रोकियो वा अझै चल्दै छ। पूरा गर्न फेरि अन्डू गर्नुहोस्।';
export const nothingLeft = (count: number) =>
  count === 1 ? 'अन्डू गर्न केही बाँकी छैन: त्यसपछि यो बदलियो वा हटाइयो।' : 'अन्डू गर्न केही बाँकी छैन: त्यसपछि सबै बदलिए वा हटाइए।';
export const timeLeft = (days: number) =>
  days === 1 ? 'अन्डू गर्न एक दिनभन्दा कम समय बाँकी छ।' : `अन्डू गर्न ${counted(days, 'दिन')} बाँकी छ।`;

/** Lists the materials of a publication. */
export const listThem = 'सूचीमा हेर्नुहोस्';
export const undoRest = 'बाँकी अन्डू गर्नुहोस्';

export const undoThis: Record<Type, string> = {
  publication: 'यो प्रकाशन अन्डू गर्ने?',
  change: 'यो परिवर्तन अन्डू गर्ने?',
};
export const checking = 'के के अन्डू गर्न मिल्छ, जाँचिँदै छ…';
/** `materials` comes from `materialCount`. Import Many is a tab. */
export const willBeUndone = {
  publication: <Piece>(_count: number, materials: Piece) =>
    [materials, ' भरिएका सबै विवरणसहित “धेरै फाइल इम्पोर्ट” मा फर्काइन्छ। पाठकले अब यो देख्दैनन्।'] as const,
  change: <Piece>(_count: number, materials: Piece) => [materials, ' पहिलेजस्तै पारिन्छ।'] as const,
};
export const materialCount = materials;
export const nothingCanBeUndone = 'केही अन्डू गर्न मिल्दैन: त्यसपछि सबै सामग्री बदलिए।';
/** The heading of a list. */
export const stay = (count: number) => `${number(count)} वटा उस्तै रहन्छ:`;
export const andMore = (count: number) => `र अरू ${number(count)} वटा`;
export const alsoUndoChanged = 'त्यसपछि सम्पादन गरिएका, लुकाइएका वा ट्र्यासमा सारिएका पनि अन्डू गर्नुहोस्';
export const alsoUndo = (count: number) =>
  `त्यसपछि सम्पादन गरिएका, लुकाइएका वा ट्र्यासमा सारिएका ${number(count)} वटा पनि अन्डू गर्नुहोस्। सम्पादन गरिएका कुरा फाइलसँगै रहन्छन्।`;
export const undo = (count: number) => `${number(count)} वटा अन्डू गर्नुहोस्`;
export const undoing = (count: number) => `${number(count)} वटा अन्डू हुँदै छ…`;

export const notUndone: Record<Type, string> = {
  publication: 'प्रकाशन अन्डू हुन सकेन',
  change: 'परिवर्तन अन्डू हुन सकेन',
};
export const undoneTitle: Record<Type, string> = {
  publication: 'प्रकाशन अन्डू भयो',
  change: 'परिवर्तन अन्डू भयो',
};
export const restored = {
  publication: (count: number) => `${materials(count)} इम्पोर्टमा फर्काइयो`,
  change: (count: number) => `${materials(count)} पहिलेजस्तै पारियो`,
};
/** Makes a sentence of `restored`, or of a listed operation. */
export const sentence = (text: string) => `${text}।`;
/** Follows `restored`. `first` is the title of the first material that stays. */
export function someStay(count: number, first: string | undefined): string {
  const text = `त्यसपछि बदलिएको ${number(count)} वटा उस्तै रह्यो।`;
  return first ? `${text} पहिलो: “${first}”।` : text;
}
