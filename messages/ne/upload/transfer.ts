/** Words about a chosen file that is checked and sent. */
import type { MaterialKind } from '#domain/material.ts';
import { mayBeWebPage } from '#domain/material-rules.ts';
import { number } from '../format.ts';

/** The allowed documents of the kind in words: `PDF फाइल`, `PDF वा HTML फाइल`. */
const documentWords = (kind: MaterialKind) => (mayBeWebPage(kind) ? 'PDF वा HTML फाइल' : 'PDF फाइल');

export const empty = (name: string) => `“${name}” खाली छ। अर्को फाइल छान्नुहोस्।`;
export const tooLarge = (size: string, limit: string) => `यो फाइल ${size} को छ; सीमा ${limit} हो।`;
export const noHtml = 'यो HTML फाइल हो। प्रश्नपत्र मात्र HTML हुन सक्छ; PDF छान्नुहोस्।';
export const notWebPage = (name: string, kind: MaterialKind) => `“${name}” वेब पेज होइन। ${documentWords(kind)} छान्नुहोस्।`;
export const notPdf = (name: string, kind: MaterialKind) => `“${name}” PDF होइन। ${documentWords(kind)} छान्नुहोस्।`;
export const notImage = 'तस्बिर JPEG, PNG, WebP, AVIF वा GIF हुनुपर्छ।';
export const unreadable = 'यो फाइल अब पढ्न सकिँदैन; तपाईंको डिभाइसमा यो सारियो वा बदलियो। फेरि छान्नुहोस्।';

/** About a web page in one file (MHTML); its name is above. */
export const mhtmlTooLarge = (megabytes: number) =>
  `यो ${number(megabytes)} MB भन्दा ठूलो छ। पेजलाई PDF का रूपमा सेभ गर्नुहोस्।`;
export const mhtmlNotOpened = 'यो खोल्न सकिएन। इन्टरनेट जाँच्नुहोस्, अनि फेरि छान्नुहोस्।';
export const mhtmlLeftOut = (count: number, megabytes: number) =>
  count === 1
    ? `एउटा तस्बिर वा अर्को फाइल राखिएन: राखेको भए पेज ${number(megabytes)} MB भन्दा ठूलो हुन्थ्यो।`
    : `${number(count)} वटा तस्बिर र अरू फाइल राखिएनन्: राखेको भए पेज ${number(megabytes)} MB भन्दा ठूलो हुन्थ्यो।`;

export const progress = 'अपलोडको प्रगति';
export const sending = 'फाइल पठाइँदै छ…';
export const checking = 'जाँचेर प्रकाशित गरिँदै छ…';

export const notConfirmed = 'पूरा फाइल पुग्यो कि पुगेन, पुस्तकालयबाट खबर आएन। फाइल फेरि छान्नुहोस्।';
/** Follow a sentence that says that the file changed. */
export const sizeChanged = 'अपलोड सुरु भएपछि यसको साइज बदलियो।';
export const changedOnDevice = 'तपाईंको डिभाइसमा यो बदलियो वा सारियो।';
