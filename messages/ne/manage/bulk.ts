/** Words of bulk edits in the tab “Manage Content”: the bar for the selected materials, the dialog, and the outcome. */
import type { MaterialKind } from '#domain/material.ts';
import { counted, number } from '../format.ts';
import { countWords } from '../kinds.ts';

export const selectPage = 'यस पेजका सबै छान्नुहोस्';
export const selected = (count: number) => `${number(count)} वटा छानिएको`;
export const selectMatches = (count: number) => `मिल्ने सबै ${number(count)} वटा छान्नुहोस्`;
export const tooMany = (max: number) => `एक पटकमा बढीमा ${number(max)} वटा बदल्न मिल्छ। फिल्टर लगाएर सूची छोटो बनाउनुहोस्।`;
/** Buttons that open a dialog. */
export const open = {
  change: 'बदल्नुहोस्…',
  move: 'सार्नुहोस्…',
  hide: 'लुकाउनुहोस्…',
  show: 'देखाउनुहोस्…',
  delete: 'मेटाउनुहोस्…',
};
export const join = 'जोड्नुहोस्…';
export const clearSelection = 'छनोट हटाउनुहोस्';

export const titles = {
  change: 'प्रकार वा साल बदल्नुहोस्',
  move: 'अर्को विषयमा सार्नुहोस्',
  hide: 'साइटबाट लुकाउनुहोस्',
  show: 'साइटमा फेरि देखाउनुहोस्',
  delete: 'ट्र्यासमा सार्नुहोस्',
};
export const selectedMaterials = (count: number) => `${number(count)} वटा छानिएको छ।`;
export const sameKind = 'जस्ताको तस्तै राख्नुहोस्';
export const yearHint = 'साल नबदल्ने भए खाली छोड्नुहोस्।';
export const yearInvalid = 'सन् १९०० देखि २२०० सम्मको साल लेख्नुहोस्।';
export const level = 'तह';
export const facultyFirst = 'पहिले सङ्काय छान्नुहोस्।';
export const levelFirst = 'पहिले तह छान्नुहोस्।';
export const reason = 'कारण';
export const reasonHint = 'यो प्रशासकले मात्र देख्छन्।';

export const nothingChosen = 'के बदल्ने, छान्नुहोस्।';
export const nothingToChange = 'बदल्नुपर्ने केही छैन: छानिएका सामग्री पहिले नै यस्तै छन्।';
/** One of the `steps`. */
export const materialsOf = (kind: MaterialKind, count: number) => `${countWords(kind, count)}:`;
/** `materials` is `materialsOf`. Such as: `३ वटा नोट: साल २०२३ → २०२४`. */
export const step = <Piece>(materials: Piece, isYear: boolean, from: string, to: string) =>
  [materials, isYear ? ` साल ${from} → ${to}` : ` ${from} → ${to}`] as const;
export const andMore = (count: number) => `र अरू ${number(count)} वटा`;
export const unchanged = (count: number) => `${number(count)} वटा पहिले नै यस्तै छन्।`;
/** Followed by the refused materials. */
export const refused = (count: number) => `${number(count)} वटा यसरी बदल्न मिल्दैन:`;
export const leaveOut = (count: number) => `बदल्न नमिल्ने ${number(count)} वटा छोडिदिनुहोस्`;

export const confirm = {
  change: (count: number) => `${number(count)} वटा बदल्नुहोस्`,
  move: (count: number) => `${number(count)} वटा सार्नुहोस्`,
  hide: (count: number) => `${number(count)} वटा लुकाउनुहोस्`,
  show: (count: number) => `${number(count)} वटा देखाउनुहोस्`,
  delete: (count: number) => `${number(count)} वटा मेटाउनुहोस्`,
};

export const done = {
  edit: (count: number) => `${counted(count, 'वटा सामग्री')} बदलियो`,
  hide: (count: number) => `${counted(count, 'वटा सामग्री')} लुकाइयो`,
  show: (count: number) => `${counted(count, 'वटा सामग्री')} फेरि देखाइयो`,
  delete: (count: number) => `${counted(count, 'वटा सामग्री')} मेटाइयो`,
  restore: (count: number) => `${counted(count, 'वटा सामग्री')} फिर्ता ल्याइयो`,
};
export const leftUnchanged = (count: number) => `नबदलिएको: ${number(count)} वटा।`;
export const nothingChanged = 'केही बदलिएन';
