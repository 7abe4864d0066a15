/** Words of Home. */

import type { MaterialKind } from '#domain/material.ts';
import { counted, digits, number } from './format.ts';

export const introduction = 'विगतका प्रश्नपत्र, नोट, रिभिजन सामग्री र पुस्तकहरू निःशुल्क पढ्नुहोस्। खाता बनाउनुपर्दैन।';
export const chooseFaculty = 'आफ्नो सङ्काय छान्नुहोस्';
export const browseLibrary = 'पुस्तकालय हेर्नुहोस्';
/** Above an example of a question that search finds. */
export const exampleHeading = 'प्रश्नका शब्द खोज्दा त्यही पृष्ठ भेटिन्छ';
export const examplePage = (title: string, page: number) => `${title}, पृष्ठ ${digits(page)}`;

export const moreFaculties = (count: number) => `अहिलेसम्म सामग्री नभएका अरू ${counted(count, 'वटा सङ्काय')}`;
export const selectFaculty = 'सङ्काय छान्नुहोस्';
export const selectThisFaculty = (name: string) => `सङ्काय छान्नुहोस्: ${name}`;
/** Duration of the studies of a faculty. */
export const duration = (count: number, unit: 'semester' | 'year') =>
  unit === 'year' ? counted(count, 'वर्ष') : counted(count, 'सेमेस्टर');

export const advertisements = 'विज्ञापनहरू';
/** The kind of the banner, read out by screen readers. */
export const carousel = 'स्लाइड शो';
export const advertisement = 'विज्ञापन';
export const advertisementOf = (position: number, count: number) => `${number(count)} मध्ये विज्ञापन ${digits(position)}`;

export const resources = 'सामग्री एक नजरमा';
export const aboutKinds: Record<MaterialKind, string> = {
  paper: 'पछिल्ला १० वर्षका प्रश्नपत्र सालअनुसार मिलाइएका छन्।',
  note: 'हरेक अध्यायको व्याख्या पढ्नुहोस् वा प्रिन्ट गर्नुहोस्।',
  revision: 'परीक्षाको अघिल्लो रात पूरै विषय केही पृष्ठमै दोहोर्‍याउनुहोस्।',
  book: 'पाठ्यपुस्तक र सन्दर्भ पुस्तकहरू अनलाइन पढ्नुहोस्।',
};
export const forumIsComing = <Piece>(preview: Piece) => ['फोरम छिट्टै आउँदै छ। ', preview, '।'] as const;
export const seePreview = 'झलक हेर्नुहोस्';

export const howItWorks = 'कसरी प्रयोग गर्ने';
/** The four steps from Home to a document. */
export const steps = [
  { title: 'सङ्काय छान्नुहोस्', text: 'आफूले पढ्ने कार्यक्रम छान्नुहोस्।' },
  { title: 'सेमेस्टर छान्नुहोस्', text: 'छेउको मेनुमा आफ्नो सेमेस्टर वा वर्ष खोल्नुहोस्।' },
  { title: 'विषय छान्नुहोस्', text: 'तयारी गरिरहेको विषयमा जानुहोस्।' },
  {
    title: 'सामग्री पढ्नुहोस्',
    text: 'प्रश्नपत्र, नोट र रिभिजन सामग्री अनलाइन पढ्नुहोस् वा डाउनलोड गर्नुहोस्।',
  },
];
