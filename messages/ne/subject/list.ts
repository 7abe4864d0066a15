/** Words of the pages with the materials of a subject. */

import type { MaterialKind } from '#domain/material.ts';
import { shelfNames } from '../kinds.ts';

export const place = (faculty: string, term: string) => `${faculty} सङ्काय, ${term}`;
export const kinds = 'यस विषयका सामग्री';
/** In the panel of a tab that is a separate page. */
export const goTo = <Piece>(page: Piece) => [page, 'मा जानुहोस्।'] as const;
export const pageOf = (kind: MaterialKind) => `${shelfNames[kind]}को पेज`;

export const years = 'सालहरू';
export const noPapers = (subject: string) => `${subject} को कुनै प्रश्नपत्र उपलब्ध छैन।`;
export const notes = 'नोटहरू';
export const noNotes = 'अहिलेसम्म कुनै नोट उपलब्ध छैन।';
export const revision = 'परीक्षाको मुखमा पढ्ने रिभिजन सामग्री';
export const noRevision = 'अहिलेसम्म कुनै रिभिजन सामग्री उपलब्ध छैन।';
export const uploaded = (date: string) => `अपलोड: ${date}`;
