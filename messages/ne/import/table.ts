/** Words of the table of staged files, its keys and the line above it. */

import { counted } from '../format.ts';
import { fields, filters } from './rows.ts';

const files = (count: number) => counted(count, 'वटा फाइल');

/** The line above the table; `stayed` files no longer match the filter. */
export const filterChips = 'कुन फाइल देखाउने';
export const loadingMore = 'अरू फाइल लोड हुँदै छन्…';
export const shown = (count: number) => `${files(count)} देखाइएको छ।`;
export const hideDone = (stayed: number) => `सकिएको ${files(stayed)} लुकाउनुहोस्`;
export const keys = 'किबोर्डका की';

export const nothingToCheckYet = 'अहिलेसम्म जाँच्नुपर्ने केही छैन। अरू फाइल अझै पठाइएका वा पढिएका छैनन्।';
export const nothingToCheck = 'जाँच्न केही बाँकी छैन।';
export const nothingUnder = (filter: keyof typeof filters) => `“${filters[filter]}” मा कुनै फाइल छैन।`;

/** Read out before the table. */
export const keysHint = 'सर्न एरो, सम्पादन गर्न Enter, पहिलो पृष्ठ हेर्न Space, सबै की हेर्न प्रश्न चिह्न थिच्नुहोस्।';
/** After the heading of the column with the file names. */
export const allIn = (folder: string) => `, सबै ${folder} मा`;
export const chosenFile = 'छानिएको फाइल';

/** The editor of a cell. */
export const cellOf = (field: keyof typeof fields, file: string) => `${file} को ${fields[field]}`;
export const setsRows = (count: number) => `छानिएका ${counted(count, 'वटा पङ्क्ति')}मा लागू हुन्छ।`;
export const loading = 'लोड हुँदै छ…';
export const noMatches = 'केही भेटिएन।';
export const typeTitle = 'शीर्षक लेख्नुहोस्।';
export const noColumnToFill = 'पहिले विवरण भएको कोलम छान्नुहोस्।';
export const nothingToFill = 'कपी गर्न माथि केही छैन।';

/** The list of keys. */
export const keysTitle = 'तालिकामा चल्ने की';
export const keyList: readonly (readonly [keys: string, effect: string])[] = [
  ['एरो, Home, End, Page Up, Page Down', 'सर्ने; Ctrl सँग पहिलो वा अन्तिम फाइलमा जाने'],
  ['Enter, वा सीधै टाइप', 'सम्पादन गर्ने; सूचीमा नाम, कोड वा छोटो नाम टाइप गर्ने'],
  ['Enter, Tab, Escape', 'सम्पादन गर्दा: सेभ गरेर तल जाने, सेभ गरेर दायाँ जाने, रद्द गर्ने'],
  ['Ctrl+Enter', 'यो फाइल वा छानिएका सबै फाइलका अनुमान पुष्टि गर्ने'],
  ['Shift+एरो, Ctrl+Space, Ctrl+A', 'पङ्क्ति छान्ने; त्यसपछिको परिवर्तन ती सबैमा लागू हुन्छ'],
  ['Shift+Space', 'फोल्डरका सबै फाइल छान्ने; फेरि थिच्दा माथिल्लो फोल्डरका'],
  ['Ctrl+D', 'छानिएको पहिलो वा माथिल्लो पङ्क्तिको विवरण तल कपी गर्ने'],
  ['Space', 'पहिलो पृष्ठ ठूलो पारेर हेर्ने'],
  ['Ctrl+Z', 'पछिल्लो परिवर्तन अन्डू गर्ने'],
  ['Delete', 'यो फाइल वा छानिएका सबै फाइल त्याग्ने'],
  ['Shift+Delete', 'छानिएका वा देखाइएका मध्ये दोहोरिएका फाइल त्याग्ने'],
  ['Tab', 'तालिकाबाट बाहिर जाने'],
];
