/** Words of the status of the library, for its operator. */

import { number } from './format.ts';

export const libraryStatus = 'पुस्तकालयको अवस्था';

export const kinds = {
  paper: 'प्रश्नपत्रहरू',
  note: 'नोटहरू',
  revision: 'रिभिजन सामग्री',
  book: 'पुस्तकहरू',
};
export const inTrash = 'ट्र्यासमा';

export const server = 'सर्भर';
export const version = 'संस्करण';
export const freeSpace = 'डिस्कमा खाली ठाउँ';
export const spaceOf = (free: string, total: string) => `${total} मध्ये ${free}`;
export const unknownSpace = 'थाहा छैन';
export const memoryUsed = 'प्रयोग भएको मेमोरी';
export const runningSince = 'सुरु भएको समय';
export const lastBackup = 'पछिल्लो ब्याकअप';
export const neverBackedUp = 'अहिलेसम्म छैन';
export const diskNearlyFull = 'डिस्क भरिन लागेको छ। सर्भरको प्रशासकसँग थप ठाउँ माग्नुहोस्, वा ट्र्यास खाली गर्नुहोस्।';
export const backupFailed = 'पछिल्लो ब्याकअप हुन सकेन। कारण सर्भरको लगमा हेर्नुहोस्।';
export const noBackupYet = 'पहिलो ब्याकअप अझै भएको छैन।';
export const noBackup = 'अहिलेसम्म ब्याकअप छैन। सर्भरको प्रशासकलाई ब्याकअपको व्यवस्था गर्न भन्नुहोस्।';
/** BACKUP_TO is a setting. */
export const noAutomaticBackups = 'ब्याकअप आफैँ हुँदैन। सर्भरको प्रशासकलाई BACKUP_TO राख्न भन्नुहोस्।';

export const fullTextSearch = 'पूरा पाठमा खोजी';
export const pagesWithText = 'पाठ भएका पृष्ठ';
export const waiting = 'पालो पर्खिरहेका';
export const notRead = 'पढ्न नसकिएका';
/** OCR_LANGUAGES is a setting. */
export const ocrOff = 'स्क्यान गरिएका पृष्ठबाट पाठ निकालिँदैन: OCR बन्द छ (OCR_LANGUAGES)।';
export const scansWaiting = (reason: string) => `स्क्यान गरिएका पृष्ठ पालो पर्खिरहेका छन्: ${reason}। आफैँ फेरि प्रयास हुन्छ।`;
export const extractionPaused = (reason: string) => `पाठ निकाल्ने काम रोकिएको छ: ${reason}। आफैँ फेरि प्रयास हुन्छ।`;

export const requests = 'पछिल्लो एक घण्टाका अनुरोध';
export const requestChart = (total: number) => `पछिल्लो एक घण्टामा प्रति मिनेट अनुरोध: जम्मा ${number(total)}`;
/** Labels of the ends of a chart. */
export const minutesAgo = '६० मिनेटअघि';
export const hoursAgo = '२४ घण्टाअघि';
export const now = 'अहिले';
export const total = 'जम्मा';
export const refused = 'भार वा सीमाका कारण अस्वीकृत';
export const slowest = 'सबैभन्दा ढिलो पेज वा सूची';
export const milliseconds = (value: number) => `${number(value)} मिलिसेकेन्ड`;

export const errors = 'पछिल्लो २४ घण्टाका त्रुटि';
export const errorChart = (total: number) => `पछिल्लो २४ घण्टामा प्रति घण्टा त्रुटि: जम्मा ${number(total)}`;
export const noErrors = 'पछिल्लो २४ घण्टामा, वा सर्भर सुरु भएयता, कुनै त्रुटि छैन।';
export const timesLast = (count: number, last: string) => `${number(count)} पटक, पछिल्लो ${last}`;
export const seeLog = 'थप विवरण सर्भरको लगमा छ।';
