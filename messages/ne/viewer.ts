/** Words that the reader and the paper preview share: their tools, Find, and reading two materials side by side. */

import { digits, number } from './format.ts';

export const zoomOut = 'सानो पार्नुहोस्';
export const zoomIn = 'ठूलो पार्नुहोस्';
/** The name of the number between the two buttons. */
export const zoom = 'जुम';
export const find = 'डकुमेन्टमा खोज्नुहोस्';
export const darkMode = 'अँध्यारो थिम';
export const selectAllText = 'सबै पाठ छान्नुहोस्';
export const newerPaper = 'यसपछिको प्रश्नपत्र';
export const olderPaper = 'यसअघिको प्रश्नपत्र';
export const nextMatch = 'अर्को नतिजा';
export const previousMatch = 'अघिल्लो नतिजा';

export const more = 'थप';
/** Headings of groups of the menu: how the pages are shown, and what can be done with the whole document. */
export const viewGroup = 'हेर्ने तरिका';
export const documentGroup = 'डकुमेन्ट';

/** The names of the buttons that open another paper of the subject. */
export const neighbour = {
  newer: (paper: string) => `यसपछिको प्रश्नपत्र: ${paper}`,
  older: (paper: string) => `यसअघिको प्रश्नपत्र: ${paper}`,
};
/** A paper whose title lacks its year. */
export const paperOfYear = (title: string, year: string) => `${title}, ${digits(year)}`;

export const pagesOf = (title: string) => `${title} का पृष्ठ`;

export const compare = 'तुलना गर्नुहोस्';
export const swapSides = 'बायाँ र दायाँ साट्नुहोस्';
export const goToOtherSide = 'अर्को भागमा जानुहोस्';
/** The name of a part that both sides have. */
export const onSide = (part: string, side: 'left' | 'right') => `${part}, ${side === 'left' ? 'बायाँ' : 'दायाँ'} भाग`;

export const searching = 'खोजिँदै छ…';
export const noMatches = 'भेटिएन';
export const closeFind = 'खोजी बन्द गर्नुहोस्';
/** The number of the current match, and of all. */
export const matchOf = (match: number, count: number) => `${number(count)} मध्ये ${number(match)}`;

/** Keys as on a keyboard. */
export const escapeKey = 'Esc';
export const controlKey = 'Ctrl';
export const commandKey = 'Cmd';
export const shiftKey = 'Shift';
