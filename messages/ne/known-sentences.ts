/**
 * Sentences and words that pages receive in English: from the server, which does not know the language of the page, and
 * from domain/. They are the same for every language in the API.
 */

import * as warnings from '#domain/file-warnings.ts';
import { kindNames as englishKinds, materialKinds } from '#domain/material.ts';
import { counted, digits } from './format.ts';
import { kindNames } from './kinds.ts';
import { yearWords } from './years.ts';

/** Writes the Nepali for the values of a template, in their order; nothing if one of them is not known. */
type Write = string | ((...values: string[]) => string | null | undefined);

/** Returns the sentence in the language of the page; null if it is not known there. */
export function knownSentence(english: string): string | null {
  for (const { pattern, write } of patterns()) {
    const found = pattern.exec(english);
    if (!found) continue;
    const nepali = typeof write === 'string' ? write : write(...found.slice(1));
    if (nepali) return nepali;
  }
  return null;
}

/** Returns a value of the step of a bulk edit: a place, a kind, a year, a state or a number of pages. */
export function stepValue(what: string, english: string): string {
  if (what === 'place') return english;
  const [, year, yearBs] = /^(\d+)(?: · (\d+) BS)?$/.exec(english) ?? [];
  if (year) return yearWords({ year: Number(year), yearBs: yearBs ? Number(yearBs) : null }, 'both');
  const [, pages] = /^(\d+) pages?$/.exec(english) ?? [];
  if (pages) return counted(Number(pages), 'पृष्ठ');
  return kindOf(english) ?? values[english] ?? english;
}

const values: Readonly<Record<string, string>> = {
  'no year': 'साल छैन',
  'unknown pages': 'थाहा नभएका पृष्ठ',
  shown: 'देखाइएको',
  hidden: 'लुकाइएको',
  library: 'पुस्तकालय',
  trash: 'ट्र्यास',
};

function kindOf(english: string): string | null {
  const kind = materialKinds.find((each) => englishKinds[each] === english);
  return kind ? kindNames[kind] : null;
}

/** Fields in reasons against publishing, and attributes of the API. */
const fields: Readonly<Record<string, string>> = {
  faculty: 'सङ्काय',
  term: 'सत्र',
  subject: 'विषय',
  kind: 'प्रकार',
  year: 'साल',
  facultyId: 'सङ्काय',
  semesterId: 'सत्र',
};

/** Translates each entry of a list; null if one is not known. */
function translateList(english: string): string | null {
  const names = english.split(', ').map((name) => fields[name]);
  return names.includes(undefined) ? null : names.join(', ');
}

const documents: Readonly<Record<string, string>> = {
  'a PDF file': 'PDF फाइल',
  'a PDF or HTML file': 'PDF वा HTML फाइल',
  'an image': 'तस्बिर',
};

/** Names of uploads in the sentences about them. */
const uploads: Readonly<Record<string, string>> = { PDF: 'PDF', picture: 'तस्बिर' };

const duplicatePlaces: Readonly<Record<string, string>> = {
  'is staged': 'तयारीमा छ',
  'is in the trash': 'ट्र्यासमा छ',
  'is hidden': 'लुकाइएको छ',
  'is in the library': 'पुस्तकालयमा छ',
};

const undone: Readonly<Record<string, string>> = {
  'moved to the trash': 'ट्र्यासमा सारियो',
  hidden: 'लुकाइयो',
  edited: 'सम्पादन गरियो',
};

/** Returns the sentence in Nepali, or in English if it is not known. */
const orEnglish = (english: string): string => knownSentence(english) ?? english;

/** Faults of the password of staged files, with the path of one of them. */
const passwordFaults: Readonly<Record<string, (path: string) => string>> = {
  'does not open': (path) => `यस पासवर्डले “${path}” खुल्दैन।`,
  'is not needed for': (path) => `“${path}” का लागि पासवर्ड चाहिँदैन।`,
};

/** Faults of the password of a material. */
const ownPasswordFaults: Readonly<Record<string, string>> = {
  'does not open the file. Check capital letters and the keyboard':
    'यस पासवर्डले फाइल खुल्दैन। ठूला-साना अक्षर र किबोर्ड जाँचेर फेरि लेख्नुहोस्।',
  'must be null: the file opens without a password': 'पासवर्ड चाहिँदैन: यो फाइल पासवर्डबिनै खुल्छ।',
};

const tryLater = 'एकछिनपछि फेरि प्रयास गर्नुहोस्।';
const uploadAgain = 'फाइल फेरि अपलोड गर्नुहोस्।';
const saveAsPdf = 'PDF का रूपमा सेभ गरेर थप्नुहोस्।';

/**
 * The English sentences, with `{}` for each value, and their Nepali. The first that fits applies. The test compares them
 * with the code that writes them.
 */
export const sentences: readonly (readonly [english: string, nepali: Write])[] = [
  // Warnings about files.
  [warnings.lockedPdf, 'यो PDF खोल्न पासवर्ड चाहिन्छ।'],
  [warnings.portfolioPdf, 'यो PDF पोर्टफोलियो हो: यसका प्रश्नपत्र भित्रका फाइलमा छन्, र पाठकले यसको आवरण मात्र देख्छन्।'],
  [warnings.damagedPdf, 'यो PDF बिग्रिएजस्तो छ। पाठकले “PDF फाइल लोड हुन सकेन।” मात्र देख्न सक्छन्।'],
  [warnings.damagedPicture, 'यो तस्बिर बिग्रिएजस्तो छ। यो नदेखिन सक्छ।'],
  [
    'This {} takes very long to open. Readers may not see it.',
    (what = '') => (uploads[what] ? `यो ${uploads[what]} खुल्न धेरै समय लाग्छ। पाठकले यो नदेख्न सक्छन्।` : null),
  ],
  ['Its first page could not be read: {}.', (reason = '') => `यसको पहिलो पृष्ठ पढ्न सकिएन: ${orEnglish(reason)}।`],

  // Refused uploads.
  ['The file is empty. Please choose another one.', 'फाइल खाली छ। अर्को फाइल छान्नुहोस्।'],
  [
    'This kind of file is not accepted. Choose {}.',
    (extensions) => `यस प्रकारको फाइल लिइँदैन। यीमध्ये कुनै छान्नुहोस्: ${extensions}।`,
  ],
  [
    'The file is named {} but is a web page, perhaps a message that was saved in its place. Please choose the right file.',
    (extension) => `फाइलको नाममा ${extension} छ, तर यो वेब पेज हो; यसको सट्टा कुनै सन्देश सेभ भएको हुन सक्छ। सही फाइल छान्नुहोस्।`,
  ],
  [
    'The file is named {} but is not {}. Please choose the right file.',
    (extension) => `फाइलको नाममा ${extension} छ, तर यो त्यस प्रकारको फाइल होइन। सही फाइल छान्नुहोस्।`,
  ],
  [
    'The file is too large. At most {} MB are accepted.',
    (megabytes = '') => `फाइल धेरै ठूलो छ। बढीमा ${digits(megabytes)} MB को फाइल लिइन्छ।`,
  ],
  [
    'This picture has {} × {} pixels; up to {} million pixels are accepted. Make it smaller and upload it again.',
    (width = '', height = '', millions = '') =>
      `यो तस्बिर ${digits(width)} × ${digits(height)} पिक्सेलको छ; बढीमा ${digits(Number(millions) * 10)} लाख पिक्सेल लिइन्छ। सानो बनाएर फेरि अपलोड गर्नुहोस्।`,
  ],
  [
    'This {} needs too much memory to open. Make a simpler copy of it and upload it again.',
    (what = '') =>
      uploads[what] ? `यो ${uploads[what]} खोल्न धेरै मेमोरी चाहिन्छ। यसको सरल प्रति बनाएर अपलोड गर्नुहोस्।` : null,
  ],
  [
    '“{}” is larger than {}, the largest file accepted.',
    (path, limit = '') => `“${path}” ${digits(limit)} भन्दा ठूलो छ। त्योभन्दा ठूलो फाइल लिइँदैन।`,
  ],
  ['A part of the upload was lost. Please send the file again.', 'अपलोडको एक भाग हरायो। फाइल फेरि पठाउनुहोस्।'],
  [
    'The upload was stopped: less than {} KB arrived in {} seconds. Try again on a faster network.',
    (kilobytes = '', seconds = '') =>
      `अपलोड रोकियो: ${digits(seconds)} सेकेन्डमा ${digits(kilobytes)} KB भन्दा कम आइपुग्यो। अझ छिटो इन्टरनेटमा फेरि प्रयास गर्नुहोस्।`,
  ],
  ['Another file is being uploaded under this ID: its size or name differs.', 'पठाउँदापठाउँदै फाइल बदलियो। फेरि छान्नुहोस्।'],

  // Saved web pages of one file.
  ['It has too many parts.', 'यसमा धेरै भाग छन्।'],
  ['It contains no web page, or is damaged.', 'यसमा वेब पेज छैन, वा यो बिग्रिएको छ।'],
  ['The web page in it is empty.', 'यसभित्रको वेब पेज खाली छ।'],

  // PDFs made of photographs and of office documents.
  [
    '"{}" is damaged or was cut off on its way. Remove it, or add it again from where it was taken.',
    (name) => `“${name}” बिग्रिएको छ वा पूरा आइपुगेन। यसलाई हटाउनुहोस्, वा खिचेकै ठाउँबाट फेरि थप्नुहोस्।`,
  ],
  [
    '"{}" has more than 120 million pixels. Make it smaller, and add it again.',
    (name) => `“${name}” मा १२ करोडभन्दा बढी पिक्सेल छन्। सानो बनाएर फेरि थप्नुहोस्।`,
  ],
  [
    '"{}" takes too long to open. Save it as a JPEG, and add it again.',
    (name) => `“${name}” खुल्न धेरै समय लाग्छ। JPEG का रूपमा सेभ गरेर फेरि थप्नुहोस्।`,
  ],
  ['"{}" is no longer stored as it was sent. Add it again.', (name) => `“${name}” पठाइएकै रूपमा अब छैन। फेरि थप्नुहोस्।`],
  ['The PDF cannot be made at the moment. Please try again.', 'अहिले PDF बनाउन सकिँदैन। फेरि प्रयास गर्नुहोस्।'],
  ['The PDF can’t be made at the moment. Please try again.', 'अहिले PDF बनाउन सकिँदैन। फेरि प्रयास गर्नुहोस्।'],
  [
    '"{}" could not be opened: it may be damaged, or have a password. Save it as a PDF, and add that.',
    (name) => `“${name}” खोल्न सकिएन: यो बिग्रिएको वा पासवर्ड लागेको हुन सक्छ। ${saveAsPdf}`,
  ],
  [
    '"{}" needs too much memory, or its PDF is too large for this library. Save it as a PDF, and add that.',
    (name) => `“${name}” का लागि धेरै मेमोरी चाहिन्छ, वा यसको PDF यस पुस्तकालयका लागि धेरै ठूलो हुन्छ। ${saveAsPdf}`,
  ],
  [
    '"{}" takes too long to convert. Save it as a PDF, and add that.',
    (name) => `“${name}” लाई PDF बनाउन धेरै समय लाग्छ। ${saveAsPdf}`,
  ],
  [
    '"{}" can\'t be converted until LibreOffice is installed on the server (in Debian: {}). Or save it as a PDF, and add that.',
    (name, packageName) =>
      `सर्भरमा LibreOffice (Debian मा ${packageName}) नराखेसम्म “${name}” लाई PDF बनाउन सकिँदैन। अथवा ${saveAsPdf}`,
  ],
  [
    '"{}" cannot be converted at the moment. Please try again.',
    (name) => `अहिले “${name}” लाई PDF बनाउन सकिँदैन। ${tryLater}`,
  ],
  ['"{}" becomes a PDF of its own. Send it alone.', (name) => `“${name}” को छुट्टै PDF बन्छ। यसलाई एक्लै पठाउनुहोस्।`],
  [
    '"{}" isn\'t a photograph. A PDF is made from JPEG, PNG, WebP and HEIC pictures, or of an office document.',
    (name) => `“${name}” फोटो होइन। PDF JPEG, PNG, WebP र HEIC तस्बिर वा अफिस डकुमेन्टबाट बन्छ।`,
  ],
  ['Many PDFs are being made. Please try again in a minute.', 'अहिले धेरै PDF बन्दै छन्। एक मिनेटपछि फेरि प्रयास गर्नुहोस्।'],

  // PDFs with other pages.
  [
    '"{}" isn\'t a PDF. Only pages of PDFs can be used.',
    (name) => `“${name}” PDF होइन। PDF का पृष्ठ मात्र प्रयोग गर्न मिल्छ।`,
  ],
  [
    '"{}" needs a password. Save it without one, and upload that.',
    (name) => `“${name}” खोल्न पासवर्ड चाहिन्छ। पासवर्डबिना सेभ गरेर अपलोड गर्नुहोस्।`,
  ],
  [
    '"{}" is damaged, so its pages can\'t be copied. Upload an undamaged file.',
    (name) => `“${name}” बिग्रिएकाले यसका पृष्ठ लिन सकिँदैन। नबिग्रिएको फाइल अपलोड गर्नुहोस्।`,
  ],
  [
    'The new PDF would be larger than an upload may be. Use fewer pages.',
    'नयाँ PDF अपलोड गर्न मिल्नेभन्दा ठूलो हुन्छ। थोरै पृष्ठ लिनुहोस्।',
  ],
  [
    'A file is no longer stored as it was uploaded. Upload it again.',
    `एउटा फाइल अपलोड गरिएकै रूपमा अब छैन। ${uploadAgain}`,
  ],
  [
    'One of the files is damaged, so no PDF was made. Leave it out, or repair it.',
    'एउटा फाइल बिग्रिएकाले PDF बनेन। त्यसलाई छोड्नुहोस् वा मर्मत गर्नुहोस्।',
  ],
  [
    'These pages take too long to copy. Use fewer pages, or a smaller file.',
    'यी पृष्ठ लिन धेरै समय लाग्छ। थोरै पृष्ठ वा सानो फाइल लिनुहोस्।',
  ],
  [
    'These pages need too much memory. Use fewer pages, or a smaller file.',
    'यी पृष्ठका लागि धेरै मेमोरी चाहिन्छ। थोरै पृष्ठ वा सानो फाइल लिनुहोस्।',
  ],
  [
    '“{}” and “{}” have different readers. Show or hide both, then join them.',
    (one, other) => `“${one}” र “${other}” फरक पाठकका लागि छन्। दुवैलाई देखाउनुहोस् वा लुकाउनुहोस्, अनि जोड्नुहोस्।`,
  ],
  ['Only the pages of a PDF can be rotated.', 'PDF का पृष्ठ मात्र घुमाउन मिल्छ।'],
  [
    'There is no page {}: the last one is {}.',
    (page = '', last = '') => `पृष्ठ ${digits(page)} छैन: अन्तिम पृष्ठ ${digits(last)} हो।`,
  ],

  // Reasons why a staged file is not published.
  ['Its bytes have not arrived yet.', 'यो फाइल अझै आइपुगेको छैन।'],
  [
    'It is not known: {}.',
    (names = '') => {
      const list = translateList(names);
      return list && `थाहा छैन: ${list}।`;
    },
  ],
  ['Its first page is still being read.', 'यसको पहिलो पृष्ठ अझै पढिँदै छ।'],
  [
    'Only guessed: {}. Please check it.',
    (names = '') => {
      const list = translateList(names);
      return list && `अनुमान मात्र: ${list}। कृपया जाँच्नुहोस्।`;
    },
  ],
  [
    'Its first page reserves all rights. Confirm it if it may be published.',
    'यसको पहिलो पृष्ठमा सबै अधिकार सुरक्षित भनिएको छ। प्रकाशित गर्न मिल्छ भने पुष्टि गर्नुहोस्।',
  ],
  [
    'The same file {} as “{}”.',
    (where = '', title = '') => duplicatePlaces[where] && `यही फाइल “${title}” का रूपमा ${duplicatePlaces[where]}।`,
  ],
  [
    'A file with nearly the same text {} as “{}”.',
    (where = '', title = '') =>
      duplicatePlaces[where] && `झन्डै उही पाठ भएको फाइल “${title}” का रूपमा ${duplicatePlaces[where]}।`,
  ],
  ['It is not staged any more.', 'यो अब तयारीमा छैन।'],
  [
    'Its bytes are missing on the server’s disk. Discard it, then choose the file again.',
    'सर्भरको डिस्कमा यो फाइल भेटिएन। यसलाई त्यागेर फाइल फेरि छान्नुहोस्।',
  ],
  [
    'This publication was undone meanwhile. Publish the files again.',
    'यसबीच यो प्रकाशन अन्डू गरियो। फाइलहरू फेरि प्रकाशित गर्नुहोस्।',
  ],
  [
    'At most {} files can be staged. Publish or discard some of them first.',
    (max = '') => `तयारीमा बढीमा ${digits(max)} वटा फाइल राख्न मिल्छ। पहिले केही प्रकाशित गर्नुहोस् वा त्याग्नुहोस्।`,
  ],
  [
    'A password can be set for at most {} files at once.',
    (max = '') => `एक पटकमा बढीमा ${digits(max)} वटा फाइलको पासवर्ड राख्न मिल्छ।`,
  ],
  [
    '“{}” has not arrived yet, so its password cannot be tried.',
    (path) => `“${path}” अझै आइपुगेको छैन, त्यसैले यसको पासवर्ड जाँच्न सकिँदैन।`,
  ],
  ['The password {} “{}”.', (fault = '', path) => passwordFaults[fault]?.(path ?? '')],
  ['The password could not be checked now. Please try again in a moment.', `अहिले पासवर्ड जाँच्न सकिएन। ${tryLater}`],

  // Details that a material can't have.
  ['Invalid document structure: {}', (reason = '') => knownSentence(reason)],
  [
    'Attribute "{}" has invalid format. The file must be {}, but this one is {}',
    (_name, type = '', found) => documents[type] && `यहाँ ${documents[type]} चाहिन्छ, तर यो फाइल ${found} हो।`,
  ],
  [
    'Attribute "{}" has invalid format. "{}" is not in {}. Choose one of: {}',
    (name = '', value, _place, offered) =>
      fields[name] && `${fields[name]} “${value}” सूचीमा छैन। यीमध्ये एउटा छान्नुहोस्: ${offered}।`,
  ],
  [
    'Attribute "yearBs" is {}, so "year" must be {}, not {}. Send both, or null for "yearBs"',
    (yearBs = '', fitting = '', year = '') =>
      `वि.सं. ${digits(yearBs)} सन् ${digits(fitting.replace(' or ', ' वा '))} मा पर्छ, सन् ${digits(year)} मा होइन। साल मिलाउनुहोस्।`,
  ],
  [
    'The bytes of the file "{}" are missing in the store of this library. Upload the file again',
    `पुस्तकालयमा यो फाइल भेटिएन। ${uploadAgain}`,
  ],
  ['Attribute "filePassword" {}', (fault = '') => ownPasswordFaults[fault]],

  // Edits of many materials, and undoing.
  ['It is in the trash. Restore it first.', 'यो ट्र्यासमा छ। पहिले फिर्ता ल्याउनुहोस्।'],
  ['This material is in the trash. Restore it first.', 'यो सामग्री ट्र्यासमा छ। पहिले फिर्ता ल्याउनुहोस्।'],
  ['It no longer exists.', 'यो अब छैन।'],
  [
    'A {} must be {}.',
    (kind = '', type = '') => kindOf(kind) && documents[type] && `${kindOf(kind)} ${documents[type]} हुनुपर्छ।`,
  ],
  ['A {} needs a year.', (kind = '') => kindOf(kind) && `${kindOf(kind)}मा साल चाहिन्छ।`],
  ['There is no faculty “{}”.', (name) => `“${name}” सङ्काय छैन।`],
  ['{} has no term “{}”.', (faculty, term) => `${faculty} मा “${term}” सत्र छैन।`],
  ['{} of {} has no subject “{}”.', (term, faculty, subject) => `${faculty} को ${term} मा “${subject}” विषय छैन।`],
  [
    'Nothing was changed: {} of {} cannot be changed this way.{}',
    (count = '', all = '', example = '') =>
      `केही बदलिएन: ${countOf(all)}मध्ये ${digits(count)} वटा यसरी बदल्न मिल्दैन।${firstOf(example)}`,
  ],
  [
    'Nothing was changed: {} now, not {}. Look at the list again, then repeat your change.',
    (now = '', before = '') =>
      `केही बदलिएन: अहिले ${countOf(now)} मिल्छ, ${digits(before)} वटा होइन। सूची हेरेर फेरि बदल्नुहोस्।`,
  ],
  [
    'At most {} materials can be changed at once, and {} match. Narrow the list with a filter, and change one part after the other.',
    (max = '', total = '') =>
      `एक पटकमा बढीमा ${digits(max)} वटा सामग्री बदल्न मिल्छ, तर ${digits(total)} वटा मिल्छन्। फिल्टर लगाएर एक-एक भाग बदल्नुहोस्।`,
  ],
  [
    "There is no change '{}' that could be undone. It may be too long ago.",
    'अन्डू गर्न मिल्ने यस्तो परिवर्तन छैन। धेरै समय बितेको हुन सक्छ।',
  ],
  ['This change was made more than a week ago and stays.', 'यो परिवर्तन भएको एक हप्ताभन्दा बढी भयो, त्यसैले अन्डू गर्न मिल्दैन।'],
  [
    "There is no publication '{}' that could be undone. It may be too old.",
    'अन्डू गर्न मिल्ने यस्तो प्रकाशन छैन। धेरै समय बितेको हुन सक्छ।',
  ],
  [
    'This publication was made more than a week ago and stays.',
    'यो प्रकाशन भएको एक हप्ताभन्दा बढी भयो, त्यसैले अन्डू गर्न मिल्दैन।',
  ],
  ['The server is stopping. Undo it again.', 'सर्भर बन्द हुँदै छ। फेरि अन्डू गर्नुहोस्।'],
  ['It was changed since.', 'त्यसपछि यो बदलियो।'],
  ['It is no longer in the library.', 'यो अब पुस्तकालयमा छैन।'],
  ['Its earlier file was deleted.', 'यसको पहिलेको फाइल मेटाइयो।'],
  [
    'It, or another material with pages of the same file, was changed since.',
    'त्यसपछि यो, वा उही फाइलका पृष्ठ भएको अर्को सामग्री बदलियो।',
  ],
  ['It was deleted permanently.', 'यो सधैँका लागि मेटाइयो।'],
  ['Its file is no longer in the import.', 'यसको फाइल अब इम्पोर्टमा छैन।'],
  ['Its file or its cover was changed since.', 'त्यसपछि यसको फाइल वा आवरण बदलियो।'],
  ['Its permissions were changed since.', 'त्यसपछि यसको अनुमति बदलियो।'],
  ['It was {} since.', (how = '') => undone[how] && `त्यसपछि यो ${undone[how]}।`],

  // Files that can't be deleted.
  [
    'A PDF was made from this photograph, so the photograph stays as long as the PDF exists. Delete the PDF first.',
    'यस फोटोबाट PDF बनेको छ, त्यसैले PDF रहेसम्म फोटो पनि रहन्छ। पहिले PDF मेटाउनुहोस्।',
  ],
  [
    'A material uses this file. Delete the material and empty the trash first.',
    'यो फाइल एउटा सामग्रीमा प्रयोग भएको छ। पहिले सामग्री मेटाएर ट्र्यास खाली गर्नुहोस्।',
  ],

  // Passwords of accounts.
  ['Password must be between 8 and 256 characters long.', 'पासवर्ड ८ देखि २५६ अक्षरको हुनुपर्छ।'],
  [
    'This password is among the first that strangers try. Choose another one, for example of four words.',
    'यो पासवर्ड अरूले सुरुमै प्रयास गर्नेमध्ये पर्छ। अर्को छान्नुहोस्, जस्तै चार वटा शब्द।',
  ],
  [
    'Too many people are signing in at the moment. Please try again in a few seconds.',
    'अहिले धेरै जना लग इन गर्दै छन्। केही सेकेन्डपछि फेरि प्रयास गर्नुहोस्।',
  ],

  // The state of the server.
  [
    "The server's disk is full, so nothing was saved. Empty the trash or ask the operator to make room, then try again.",
    'सर्भरको डिस्क भरिएकाले केही सेभ भएन। ट्र्यास खाली गर्नुहोस् वा सर्भरको प्रशासकसँग थप ठाउँ माग्नुहोस्, अनि फेरि प्रयास गर्नुहोस्।',
  ],
  [
    "The server's disk is not working properly. Please try again in a minute.",
    'सर्भरको डिस्कले राम्ररी काम गरिरहेको छैन। एक मिनेटपछि फेरि प्रयास गर्नुहोस्।',
  ],
  [
    'The server has no permission to use its data folder. The operator finds the reason in the log.',
    'सर्भरलाई आफ्नो डाटा फोल्डर प्रयोग गर्ने अनुमति छैन। कारण सर्भरको लगमा छ।',
  ],
  [
    'The server has too many files and connections open. Please try again in a moment.',
    `सर्भरमा धेरै फाइल र जडान खुला छन्। ${tryLater}`,
  ],
  [
    'Changes have to wait at the moment because the disk or the database is busy. Please try again shortly.',
    `डिस्क वा डाटाबेस व्यस्त भएकाले अहिले केही बदल्न मिल्दैन। ${tryLater}`,
  ],
  [
    "Some of the library's records are damaged. The operator finds what to do in the log.",
    'पुस्तकालयको केही डाटा बिग्रिएको छ। के गर्ने भन्ने सर्भरको लगमा छ।',
  ],
  [
    'The store of the files cannot be reached at the moment. Please try again shortly.',
    `फाइलहरू राख्ने ठाउँसँग अहिले सम्पर्क हुन सकेन। ${tryLater}`,
  ],
  [
    'The store of the files is full, so nothing was saved. Empty the trash or ask the operator to make room, then try again.',
    'फाइलहरू राख्ने ठाउँ भरिएकाले केही सेभ भएन। ट्र्यास खाली गर्नुहोस् वा सर्भरको प्रशासकसँग थप ठाउँ माग्नुहोस्, अनि फेरि प्रयास गर्नुहोस्।',
  ],
  [
    "The library's records cannot be reached at the moment. Please try again shortly.",
    `पुस्तकालयको डाटासँग अहिले सम्पर्क हुन सकेन। ${tryLater}`,
  ],
  [
    'Examshelf is very busy at the moment. Please try again in a few seconds.',
    'Examshelf अहिले धेरै व्यस्त छ। केही सेकेन्डपछि फेरि प्रयास गर्नुहोस्।',
  ],
  ['The library is busy. Please try again in a moment.', `पुस्तकालय अहिले व्यस्त छ। ${tryLater}`],

  // Reasons why a page was not read. They are parts of sentences.
  ['needs a password', 'पासवर्ड चाहिन्छ'],
  ['the file is damaged', 'फाइल बिग्रिएको छ'],
  [
    'the stored file is not the one that was uploaded; check the library',
    'राखिएको फाइल अपलोड गरिएको फाइल होइन; पुस्तकालय जाँच्नुहोस्',
  ],
  ['the stored file is missing; check the library', 'फाइल भेटिएन; पुस्तकालय जाँच्नुहोस्'],
  ['took too long', 'धेरै समय लाग्यो'],
  ['needed too much memory', 'धेरै मेमोरी चाहियो'],
  ['made the program that reads it crash', 'पढ्ने प्रोग्राम बीचमै बन्द भयो'],
  ['the page is damaged', 'पृष्ठ बिग्रिएको छ'],
  ['recognising its text took too long', 'अक्षर पहिचान गर्न धेरै समय लाग्यो'],
  ['recognising its text needed too much memory', 'अक्षर पहिचान गर्न धेरै मेमोरी चाहियो'],
  ['the program that recognises text failed on it', 'अक्षर पहिचान गर्ने प्रोग्रामले काम गरेन'],
  ['the file is larger than {} MB', (megabytes = '') => `फाइल ${digits(megabytes)} MB भन्दा ठूलो छ`],
  ['the disk is nearly full', 'डिस्क भरिन लागेको छ'],
  ['an unexpected error: {}', (error = '') => `अप्रत्याशित त्रुटि: ${orEnglish(error)}`],

  // Grounds of a guess. They are parts of sentences.
  ['against it: {}', (ground = '') => `यसविरुद्ध: ${orEnglish(ground)}`],
  ['another path', 'अर्को ठाउँ'],
  ['other files of this folder: “{}”', (shown) => `यस फोल्डरका अरू फाइल: “${shown}”`],
  ['folder “{}”', (shown) => `फोल्डर “${shown}”`],
  ['file “{}”', (shown) => `फाइल “${shown}”`],
  ['first page “{}”', (shown) => `पहिलो पृष्ठ “${shown}”`],
];

/** Translates `1 material` and `12 materials match`. */
function countOf(english: string): string {
  return counted(Number.parseInt(english, 10), 'वटा सामग्री');
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Translates the first material that can't be changed, and the reason; the title may be missing. */
function firstOf(example: string): string {
  const [, title, reason] = /^ The first: (?:“(.*?)”: )?(.*)$/s.exec(example) ?? [];
  if (reason === undefined) return '';
  return ` पहिलो: ${title === undefined ? '' : `“${title}”: `}${orEnglish(reason)}`;
}

let compiled: { pattern: RegExp; write: Write }[] | null = null;

/** Returns the patterns of the sentences, which are made at the first use. */
function patterns(): { pattern: RegExp; write: Write }[] {
  compiled ??= sentences.map(([english, write]) => ({
    pattern: new RegExp(`^${english.split('{}').map(escape).join('(.*?)')}$`, 's'),
    write,
  }));
  return compiled;
}
