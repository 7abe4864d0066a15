/** Words of the dialog that changes the password. */

import { digits } from '../format.ts';

export const heading = 'आफ्नो पासवर्ड बदल्नुहोस्';
export const current = 'अहिलेको पासवर्ड';
export const chosen = 'नयाँ पासवर्ड';
export const chosenHint = 'कम्तीमा ८ अक्षरको राख्नुहोस्, जस्तै एकअर्कासँग सम्बन्ध नभएका चार शब्द।';
export const repeated = 'नयाँ पासवर्ड फेरि लेख्नुहोस्';
export const change = 'पासवर्ड बदल्नुहोस्';
export const changing = 'बदलिँदै छ…';

export const enterCurrent = 'अहिलेको पासवर्ड लेख्नुहोस्।';
export const wrongCurrent = 'अहिलेको पासवर्ड मिलेन।';
export const tooShort = (minLength: number) => `कम्तीमा ${digits(minLength)} अक्षर राख्नुहोस्।`;
export const different = 'दुई पासवर्ड मिलेनन्।';

export const changed = 'तपाईंको पासवर्ड बदलियो';
export const signedOutElsewhere = 'यहाँ तपाईं लग इन नै रहनुहुन्छ। अरू सबै ठाउँमा फेरि लग इन गर्नुपर्छ।';
