/** Words of the tab What Is Missing. */

import { counted, number } from './format.ts';

export const chooseCell = 'नभएको सामग्री अपलोड गर्न खाली कोठा छान्नुहोस्, भएका सामग्री हेर्न सङ्ख्या छान्नुहोस्।';

export const thereOf = (there: number, total: number) => `${number(total)} मध्ये ${number(there)}`;
/** `count` comes from `thereOf`. */
export const papersThere = <Piece>(count: Piece) => ['पछिल्ला १० वर्षका ', count, ' वटा प्रश्नपत्र पुस्तकालयमा छन्।'] as const;

export const misplaced = (count: number) =>
  `यस सङ्कायका ${counted(count, 'वटा सामग्री')} क्याटलगमा अब नभएको विषयमा राखिएकाले यस तालिकामा देखिँदैन।`;
export const showThem = 'ती सामग्री देखाउनुहोस्';

/** Names the table, which may be wider than the screen. */
export const materialsOf = (faculty: string) => `${faculty} का सामग्री`;
export const scrollsSideways = (table: string) => `${table}, दायाँबायाँ सार्न मिल्छ`;
export const otherYears = 'अन्य साल';
export const kinds = { note: 'नोट', revision: 'रिभिजन' };
/** Names a cell for users who don’t see its row and column, which `heading` names: `Physics, २०२४: २, १ वटा लुकाइएको`. */
export const filledCell = (heading: string, count: number, hidden: number) =>
  hidden > 0 ? `${heading}: ${number(count)}, ${counted(hidden, 'वटा लुकाइएको')}` : `${heading}: ${number(count)}`;
export const cellToFill = (heading: string) => `${heading}: छैन, अपलोड गर्नुहोस्`;
export const emptyCell = (heading: string) => `${heading}: छैन`;

export const downloadTable = 'तालिका डाउनलोड गर्नुहोस् (CSV)';
export const fileName = (faculty: string) => `${faculty} का सामग्री.csv`;
export const ofTheseHidden = 'यीमध्ये लुकाइएका';
