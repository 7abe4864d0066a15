/** Words of the form for a material, new or edited: its fields, proposals from the file, and files that are dropped. */
import { materialLimits } from '#domain/material.ts';
import { digits, list, number } from '../format.ts';

/** The labels of the fields, and their faults: `missing` if the field is empty, `wrong` if its value isn't allowed. */
export const fields = {
  facultyId: { label: 'सङ्काय', missing: 'सङ्काय छान्नुहोस्।' },
  semesterId: { label: 'तह', missing: 'तह छान्नुहोस्।' },
  subject: { label: 'विषय', missing: 'विषय छान्नुहोस्।' },
  year: {
    label: 'साल',
    missing: 'परीक्षाको साल छान्नुहोस्।',
    wrong: `सन् ${digits(materialLimits.minYear)} देखि ${digits(materialLimits.maxYear)} सम्मको साल लेख्नुहोस्।`,
  },
  yearBs: {
    label: 'साल वि.सं.',
    missing: 'परीक्षाको साल छान्नुहोस्।',
    wrong: 'सन् सँग मिल्ने वि.सं. साल छान्नुहोस्।',
  },
  title: { label: 'शीर्षक', missing: 'शीर्षक लेख्नुहोस्।' },
  filePassword: {
    label: 'पाठकका लागि पासवर्ड',
    hint: 'यो पढ्न पाउने सबैलाई देखाइन्छ',
    missing: 'पासवर्ड लेख्नुहोस्।',
    wrong: 'बढीमा १२७ अक्षरको पासवर्ड लेख्नुहोस्।',
  },
  filePasswordNote: {
    label: 'पासवर्डबारे जानकारी',
    hint: 'जस्तै, पासवर्ड कहाँ माग्ने',
    missing: 'जानकारी लेख्नुहोस्।',
    wrong: 'बढीमा २०० अक्षरको एक लाइन लेख्नुहोस्।',
  },
};
export const titleHint = 'खाली छोडे फाइलको नामबाट राखिन्छ';

export const facultyFirst = 'पहिले सङ्काय छान्नुहोस्।';
export const levelFirst = 'पहिले तह छान्नुहोस्।';
/** Shown instead of a level: what the faculty calls its levels. */
export const levels = { any: 'तह', year: 'वर्ष', semester: 'सेमेस्टर' };
export const loadingSubjects = 'विषयहरू लोड हुँदै छन्…';
export const subjectsNotLoaded = 'विषयहरू लोड हुन सकेनन्। तह फेरि छान्नुहोस्।';

export const noYear = 'छैन';
export const anotherYear = 'अर्को साल…';
export const anotherYearLabel = (min: number, max: number) => `अर्को साल, सन् ${digits(min)} देखि ${digits(max)} सम्म`;
export const anotherYearAdOrBs = 'अर्को साल, सन् वा वि.सं.';
/** Years as one may type them into the field (`readTypedYear`). */
export const typedYear = {
  ad: (year: string) => `सन् ${digits(year)}`,
  bs: (year: string) => `वि.सं. ${digits(year)}`,
};
/** The year in the other calendar; each year overlaps two. */
export const sameInAd = 'सन् मा यही साल';
export const sameInBs = 'वि.सं. मा यही साल';
export const firstYearAd = (year: number) => `सन् ${digits(year)} (वैशाखदेखि पुससम्म)`;
export const secondYearAd = (year: number) => `सन् ${digits(year)} (पुसदेखि चैतसम्म)`;
export const yearBsUnknown = 'वि.सं. साल थाहा छैन';
export const laterYearBs = (year: number) => `वि.सं. ${digits(year)} (अप्रिल मध्यदेखि)`;
export const earlierYearBs = (year: number) => `वि.सं. ${digits(year)} (अप्रिल मध्यसम्म)`;

export const file = 'फाइल (PDF)';
export const replaceFile = 'फाइल बदल्नुहोस्';
export const keepFile = 'यही राख्नुहोस् वा यहाँ नयाँ छान्नुहोस्।';
export const fileLost = (name: string) => `“${name}” फेरि छान्नुहोस्। पेज रिलोड गर्दा छानिएका फाइल हराउँछन्।`;
export const choosePaper = 'PDF वा HTML फाइल, अफिस डकुमेन्ट वा प्रश्नपत्रका फोटो छान्नुहोस्, वा यहाँ तानेर छोड्नुहोस्।';
export const chooseDocument = 'PDF, अफिस डकुमेन्ट वा फोटो छान्नुहोस्, वा यहाँ तानेर छोड्नुहोस्।';
export const addPhotographs = 'यहाँ अरू फोटो थप्नुहोस्, वा बरु PDF छान्नुहोस्।';
export const fileMissing = 'फाइल छान्नुहोस्।';
export const makePdfFirst = 'पहिले फोटोबाट PDF बनाउनुहोस्।';
export const pdfNotMade = 'PDF नबनुन्जेल पर्खनुहोस्, वा अर्को फाइल छान्नुहोस्।';
export const chooseFile = 'फाइल छान्नुहोस्';
export const changeFile = 'बदल्नुहोस्';
export const removeFile = (name: string) => `${name} हटाउनुहोस्`;

export const image = 'तस्बिर';
export const replaceImage = 'तस्बिर बदल्नुहोस्';
export const imageMissing = 'तस्बिर छान्नुहोस्।';
export const keepCover = 'अहिलेको आवरण राख्नुहोस् वा यहाँ नयाँ छान्नुहोस्।';
export const coverOptional = 'ऐच्छिक। तस्बिर नराखे पहिलो पृष्ठ नै आवरण बन्छ।';
export const noCover = 'तस्बिर नराखे पहिलो पृष्ठ नै आवरण बन्छ।';
export const currentCover = 'अहिलेको आवरण';
export const firstPageAsCover = 'यसको सट्टा पहिलो पृष्ठलाई आवरण बनाउनुहोस्';

export const lockedPdf =
  'यो PDF खोल्न पासवर्ड चाहिन्छ। तपाईंले यहाँ पासवर्ड लेख्नुभएन भने पासवर्ड थाहा नभएका पाठकले यो पढ्न सक्दैनन्। यसको पाठमा खोज्न मिल्दैन।';

/** The mark of a field that was filled in from the file. */
export const proposed = 'फाइलबाट भरिएको';
export const proposedFields = (names: readonly string[]) => `फाइलबाट भरिएको: ${list(names)}। कृपया जाँच्नुहोस्।`;
export const placeQuestion = 'यो फाइल यहीँको हो?';
export const againstPlace = (evidence: readonly string[]) => `यहाँको होइन भन्ने सङ्केत: ${evidence.join(', ')}।`;
export const suggestions = 'फाइलबाट आएका सुझाव';
export const takeSuggestion = (value: string) => `${value} राख्नुहोस्`;

export const fileNotAdded = 'फाइल थपिएन';
export const waitForUpload = 'अपलोड नसकिउन्जेल पर्खनुहोस्, अनि फेरि थप्नुहोस्।';
export const nothingAdded = 'केही थपिएन';
export const noFolders = 'फोल्डर अपलोड गर्न मिल्दैन। एउटा फाइल थप्नुहोस्।';
export const oneFile = 'एक पटकमा एउटा फाइल';
/** `name` is the first file that was added; only photographs are added several at a time. */
export const added = (name: string, count: number, left: number) => {
  const those = count === 1 ? `“${name}” थपियो` : `${number(count)} वटा फोटो थपिए`;
  return left === 1 ? `${those}, अर्को थपिएन।` : `${those}, अरू ${number(left)} वटा थपिएनन्।`;
};
/** The heading of a note about a file. */
export const aboutFile = (name: string) => `“${name}”`;
