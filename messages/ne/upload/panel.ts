/** Words of the tab “Upload Content” around its form: what will be published, the result, and leaving the page. */
import type { MaterialKind } from '#domain/material.ts';
import { number } from '../format.ts';
import { kindNames } from '../kinds.ts';

export const uploadContent = 'सामग्री अपलोड';
export const contentType = 'सामग्रीको प्रकार';
/** Names where the next file goes. */
export const nextPlace = <Piece>(subject: Piece, faculty: string, term: string) =>
  [`अर्को फाइल पनि पहिलेजस्तै ${faculty}, ${term}, `, subject, ' मा जान्छ।'] as const;
export const anotherPlace = 'अर्को ठाउँ छान्नुहोस्';
export const uploadRunning = 'अपलोड हुँदै छ';
export const placeLater = 'अपलोड सकिएपछि ठाउँ फेरि छान्नुहोस्।';

/** A PDF contains other PDFs. */
export const papersInside = (count: number) =>
  count === 1
    ? 'यस PDF भित्र अर्को PDF छ, जुन पाठकले देख्दैनन्। बरु त्यही अपलोड गर्नुहोस्, वा इम्पोर्ट गर्नुहोस्।'
    : `यस PDF भित्र अरू ${number(count)} वटा PDF छन्, जुन पाठकले देख्दैनन्। बरु तीमध्ये एउटा अपलोड गर्नुहोस्, वा सबै इम्पोर्ट गर्नुहोस्।`;
export const takePaper = (name: string) => `${name} लिनुहोस्`;
export const importPapers = (count: number) =>
  count === 1 ? 'इम्पोर्ट गर्नुहोस्' : `सबै ${number(count)} वटा इम्पोर्ट गर्नुहोस्`;
export const notExtracted = 'भित्रका प्रश्नपत्र निकाल्न सकिएन';
export const extractYourself = 'PDF लाई अर्को एपमा खोल्नुहोस्, भित्रका प्रश्नपत्र सेभ गर्नुहोस् र ती अपलोड गर्नुहोस्।';

export const summary = 'के प्रकाशित हुन्छ';
export const publishedAs = 'यस रूपमा प्रकाशित हुन्छ';
export const notChosen = 'छानिएको छैन';
export const upload = (kind: MaterialKind) => `${kindNames[kind]} अपलोड गर्नुहोस्`;
/** The shortcut of the button, with the names on the keys. */
export const uploadKeys = 'Ctrl Enter';
export const uploading = 'अपलोड हुँदै छ…';

export const missing = 'विवरण पुगेन';
export const fillIn = 'कृपया चाहिने सबै विवरण भर्नुहोस्';
export const successful = 'अपलोड भयो';
export const successfulText = (title: string) => `“${title}” अपलोड भयो`;
export const inLibrary = <Piece>(title: Piece) => [title, ' अब पुस्तकालयमा छ।'] as const;
export const openIt = 'खोल्नुहोस्';
export const stopped =
  'अपलोड रोकियो; केही प्रकाशित भएन। पठाइसकिएको भाग एक दिन राखिन्छ, त्यसैले फेरि अपलोड गर्दा त्यहीँबाट सुरु हुन्छ।';
/** Follows a sentence with the reason. */
export const nothingPublished = 'केही प्रकाशित भएन।';
/** Follows a sentence about a file that was restored. */
export const nothingElsePublished = 'अरू केही प्रकाशित भएन।';
export const failed = 'अपलोड हुन सकेन';
export const failedText = (reason: string, canContinue: boolean) =>
  canContinue
    ? `${reason} तपाईंले भरेका सबै कुरा यहीँ छन्, र फेरि अपलोड गर्दा रोकिएको ठाउँबाट सुरु हुन्छ।`
    : `${reason} तपाईंले भरेका सबै कुरा यहीँ छन्।`;

/** The question before work is lost or stopped. */
export const leaving = {
  upload: {
    title: 'अपलोड रोक्ने?',
    description: 'यो पेज छोड्दा अपलोड रोकिन्छ। अहिलेसम्म केही प्रकाशित भएको छैन।',
    stay: 'यहीँ रहनुहोस्',
    leave: 'रोकेर छोड्नुहोस्',
  },
  import: {
    title: 'पठाउन रोक्ने?',
    description: 'यो पेज छोड्दा पठाउने काम रोकिन्छ। पठाइसकिएका फाइल रहन्छन्; बाँकी पठाउन तिनै फाइल फेरि छान्नुहोस्।',
    stay: 'यहीँ रहनुहोस्',
    leave: 'रोकेर छोड्नुहोस्',
  },
  changes: {
    title: 'परिवर्तन त्याग्ने?',
    description: 'तपाईंका परिवर्तन सेभ भएका छैनन्।',
    stay: 'सम्पादन गर्दै रहनुहोस्',
    leave: 'त्याग्नुहोस्',
  },
};
