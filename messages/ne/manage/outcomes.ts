/** Words of the toasts about actions on one entry of a list in the tab “Manage Content”. */
import type { MaterialKind } from '#domain/material.ts';
import { number } from '../format.ts';
import { kindNames } from '../kinds.ts';

export const deleted = (kind: MaterialKind) => `${kindNames[kind]} मेटाइयो`;
export const deletedText = (kind: MaterialKind) => `${kindNames[kind]} ट्र्यासमा सारियो।`;
export const notDeleted = (kind: MaterialKind) => `${kindNames[kind]} मेटाउन सकिएन`;
export const restored = (kind: MaterialKind) => `${kindNames[kind]} फिर्ता ल्याइयो`;
export const restoredText = (title: string) => `“${title}” पुस्तकालयमा फर्कियो।`;
export const notRestored = (kind: MaterialKind) => `${kindNames[kind]} फिर्ता ल्याउन सकिएन`;
export const purged = (kind: MaterialKind) => `${kindNames[kind]} सधैँका लागि मेटाइयो`;
export const purgedText = (title: string) => `“${title}” मेटाइयो।`;

export const hidden = (kind: MaterialKind) => `${kindNames[kind]} लुकाइयो`;
export const hiddenText = (title: string) => `“${title}” अब साइटमा देखिँदैन।`;
export const notHidden = (kind: MaterialKind) => `${kindNames[kind]} लुकाउन सकिएन`;
export const reasonChanged = 'कारण बदलियो';
export const reasonChangedText = (title: string, reason: string) => `“${title}”: ${reason}`;
export const shown = (kind: MaterialKind) => `${kindNames[kind]} फेरि देखाइयो`;
export const shownText = (title: string) => `“${title}” साइटमा फर्कियो।`;
export const notShown = (kind: MaterialKind) => `${kindNames[kind]} फेरि देखाउन सकिएन`;

export const bothKept = 'दुवै राखियो';
export const bothKeptText = (one: string, other: string) => `“${one}” र “${other}” दुवै पुस्तकालयमा रहन्छन्।`;
export const choiceNotSaved = 'छनोट सेभ हुन सकेन';

export const fileDeleted = 'फाइल मेटाइयो';
export const fileDeletedText = (name: string) => `“${name}” मेटाइयो।`;
export const fileNotDeleted = 'फाइल मेटाउन सकिएन';

export const samplesRemoved = 'नमुना सामग्री हटाइयो';
export const samplesRemovedText = (count: number) => `${number(count)} वटा हटाइयो। यी फेरि आउँदैनन्।`;
export const samplesNotRemoved = 'नमुना सामग्री हटाउन सकिएन';
