/** Words of the offers below the pages of the reader. */

import { digits } from '../format.ts';

export const lastRead = 'पहिले पढेको ठाउँ';
export const continueAt = (page: number) => `पृष्ठ ${digits(page)} देखि पढ्नुहोस्`;
export const stayAtStart = 'पृष्ठ १ मै रहनुहोस्';

export const highlightRemoved = (page: number) => `पृष्ठ ${digits(page)} को हाइलाइट हटाइयो।`;

export const largerText = 'ठूला अक्षर';
export const trimMargins = 'अक्षर ठूला पार्न मार्जिन काट्नुहोस्';
export const leaveMargins = 'मार्जिन राख्नुहोस्';

export const twoUp = 'दुई पृष्ठ सँगसँगै';
export const readHalves = 'एक पटकमा आधा मात्र पढ्नुहोस्';
export const leaveWhole = 'पृष्ठ पूरै राख्नुहोस्';
