/**
 * Titles and descriptions of pages, for the tab of the browser, search engines and link previews. A page has some of
 * them as its heading.
 */

import type { MaterialKind } from '#domain/material.ts';
import { shelfNames, kindNames } from './kinds.ts';

export const home = 'प्रश्नपत्र, समाधान र नोट';
export const homeDescription =
  'विश्वविद्यालयका विद्यार्थीका लागि विगतका प्रश्नपत्र, नोट, रिभिजन सामग्री र पुस्तकहरू: सङ्काय, सेमेस्टर र विषयअनुसार, निःशुल्क।';

export const faculty = (fullName: string) => `${fullName} का प्रश्नपत्र, नोट र रिभिजन सामग्री।`;
export const term = (name: string, faculty: string) => `${faculty}, ${name} का प्रश्नपत्र, नोट र रिभिजन सामग्री।`;
export const revision = 'रिभिजन सामग्री';
export const revisionOfTerm = (term: string, faculty: string) =>
  `${faculty}, ${term}: परीक्षाको मुखमा पढ्ने रिभिजन सामग्री।`;
export const subject = (
  kind: MaterialKind,
  { subject, faculty, term }: Record<'subject' | 'faculty' | 'term', string>,
) => `${subject} का ${shelfNames[kind]} (${faculty}, ${term}): अनलाइन पढ्नुहोस् वा डाउनलोड गर्नुहोस्।`;

/** `place` has the names of subject, faculty and term. */
export const material = (kind: MaterialKind, place: string) =>
  `${place} को ${kindNames[kind]}: अनलाइन पढ्नुहोस् वा डाउनलोड गर्नुहोस्।`;
export const hidden = 'अहिले उपलब्ध छैन';
export const withdrawn = 'अब उपलब्ध छैन';

export const booksDescription = 'डिजिटल पुस्तकालयका पुस्तकहरू सङ्काय र सेमेस्टरअनुसार खोज्नुहोस् र पढ्नुहोस्।';
export const search = 'खोजी';
export const searchDescription = 'प्रश्नपत्र, नोट, रिभिजन सामग्री र पुस्तकका हरेक पृष्ठमा खोज्नुहोस्, स्क्यान गरिएका पृष्ठमा पनि।';

export const discussionsDescription = 'विद्यार्थीबीचका प्रश्न र उत्तर: नमुना पोस्टसहित फोरमको झलक।';
export const newPost = 'नयाँ पोस्ट';
export const newPostDescription = 'छलफल सुरु गर्नुहोस्: फारमको झलक।';
export const discussionNotFound = 'छलफल भेटिएन';

export const reading = 'मेरो पढाइ';
export const readingDescription = 'तपाईंले यस डिभाइसमा खोलेका, पिन गरेका र सकिएको चिह्न लगाएका सामग्री।';
export const savedDescription = 'इन्टरनेट नभए पनि यस डिभाइसमा पढ्न मिल्ने सामग्री।';
export const offline = 'तपाईं अफलाइन हुनुहुन्छ';
export const contributors = 'योगदानकर्ता';
export const contributorsDescription = 'प्रश्नपत्र, नोट र रिभिजन सामग्री उपलब्ध गराउने व्यक्तिहरू, र उनीहरूसँग जोडिने तरिका।';
export const pageNotFound = 'पेज भेटिएन';

/** Names of feeds, for feed readers. */
export const newInLibrary = 'पुस्तकालयमा नयाँ';
export const newInFaculty = 'यस सङ्कायमा नयाँ';
export const newInSubject = 'यस विषयमा नयाँ';
/** Name of the catalogue for e-readers. */
export const catalogue = 'क्याटलग';
