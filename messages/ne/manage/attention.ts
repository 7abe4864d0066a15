/** Words of the notices above the list in the tab “Manage Content”: duplicates, unused files and samples. */
import { counted, number } from '../format.ts';

export const needsAttention = 'ध्यान दिनुपर्ने';
export const notChecked = 'ध्यान दिनुपर्ने कुरा जाँच्न सकिएन। तलको सूचीमा यसले असर गर्दैन।';

export const misplaced = (count: number) => `${counted(count, 'वटा सामग्री')} क्याटलगमा अब नभएको विषयमा राखिएको छ।`;
export const misplacedHint = 'विषय छान्दै जाने विद्यार्थीले यी भेट्टाउँदैनन्। हरेकलाई सम्पादन गरी सही ठाउँ छान्नुहोस्।';
export const edit = (title: string) => `${title} सम्पादन गर्नुहोस्`;

export const similar = (pairs: number) =>
  `${counted(pairs, 'जोडी सामग्री')}को पाठ झन्डै उस्तै छ। सायद एउटै सामग्री दुई पटक अपलोड भएको हो।`;
export const similarHint = 'दुवै हेरेर तुलना गर्नुहोस्, अनि दुवै राख्नुहोस् वा एउटा ट्र्यासमा सार्नुहोस्।';
export const sameWords = (percent: number) => `${number(percent)}% शब्द उस्तै छन्`;
export const keepBoth = 'दुवै राख्नुहोस्';
export const keepBothTitles = (titles: readonly string[]) => `दुवै राख्नुहोस्: ${titles.join(' र ')}`;
export const uploadedOn = (day: string) => `अपलोड: ${day}`;
export const moveToTrash = 'ट्र्यासमा सार्नुहोस्';
export const moveTitleToTrash = (title: string) => `ट्र्यासमा सार्नुहोस्: ${title}`;

export const unused = (count: number) => `${counted(count, 'वटा फाइल')} कुनै सामग्रीमा प्रयोग भएको छैन।`;
export const unusedHint = 'अपलोड पूरा नहुँदा वा फाइल बदलिँदा बाँकी रहेका हुन्। विद्यार्थीले यी देख्दैनन्।';
export const deleteFile = (name: string) => `${name} मेटाउनुहोस्`;
export const deleteFileQuestion = 'यो फाइल मेटाउने?';
export const deleteFileExplanation = (name: string) => `“${name}” सधैँका लागि मेटाइन्छ। यो फिर्ता ल्याउन सकिँदैन।`;
export const confirmDeleteFile = 'फाइल मेटाउनुहोस्';

export const samples = (count: number) => `पुस्तकालयमा ${counted(count, 'वटा नमुना सामग्री')} छ।`;
/** `rest` is `removeSamplesRest`, which is hidden on small screens. */
export const removeSamples = <Piece>(rest: Piece) => [rest, 'हटाउनुहोस्'] as const;
export const removeSamplesRest = 'नमुना सामग्री ';
export const removeSamplesQuestion = 'नमुना सामग्री हटाउने?';
export const removeSamplesExplanation =
  'नमुना भनी चिह्न लगाइएका सबै सामग्री फाइलसहित सधैँका लागि मेटाइन्छन्। तपाईंले अपलोड गरेका सामग्री रहन्छन्।';
export const confirmRemoveSamples = 'हटाउनुहोस्';
