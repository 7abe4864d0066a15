/** Words of the suggestions below the search box. */

import { counted } from '../format.ts';

export const suggestions = 'सुझावहरू';
export const suggestionsShown = (count: number) => (count === 0 ? 'कुनै सुझाव छैन' : counted(count, 'वटा सुझाव'));

export const recentSearches = 'हालैका खोजी';
/** Heading of the materials whose title begins as typed. */
export const titles = 'शीर्षकहरू';

export const removeSearch = (q: string) => `${q} हटाउनुहोस्`;
export const storedHere = 'यी खोजी यस डिभाइसमा मात्र राखिन्छन्।';

/** Below the suggestions in the dialog. Enter is a key. */
export const pressEnter = 'हरेक पृष्ठको पाठमा खोज्न Enter थिच्नुहोस्। शब्दहरू जुनसुकै क्रममा लेख्न सकिन्छ।';
export const noneBegins = 'यसरी सुरु हुने विषय वा शीर्षक छैन। हरेक पृष्ठको पाठमा खोज्न Enter थिच्नुहोस्।';
