/** Words of the dialog that arranges the pages of a PDF, and of the one that joins several PDFs. */
import { counted, digits, list, number } from './format.ts';

/** The name of the dialog for the pages of one material, and of its button's group. */
export const pages = 'पृष्ठहरू';
export const openPages = 'पृष्ठहरू…';
export const saveFirst = 'पृष्ठहरू मिलाउनुअघि आफ्ना परिवर्तन सेभ गर्नुहोस्।';
export const purpose = 'पृष्ठहरू घुमाउनुहोस्, हटाउनुहोस्, सार्नुहोस् वा दुई भाग पार्नुहोस्, वा फाइललाई धेरै सामग्रीमा छुट्याउनुहोस्।';

/** The name of the dialog for several materials. */
export const join = 'जोड्नुहोस्';
export const becomeOne = (count: number) => `${counted(count, 'वटा सामग्री')} मिलेर एउटा बन्छ`;
export const onOtherPages = (count: number) =>
  `छानिएकामध्ये ${counted(count, 'वटा सामग्री')} सूचीका अन्य पेजमा छ। सबै एउटै पेजमा आउने गरी शीर्षकको कुनै शब्द खोज्नुहोस्।`;
export const notPdf = (title: string) =>
  `“${title}” जोड्न मिल्दैन, किनकि यो पढ्न मिल्ने पृष्ठ भएको PDF होइन। यसको छनोट हटाउनुहोस्।`;
export const tooManyMaterials = (max: number) => `बढीमा ${counted(max, 'वटा सामग्री')} जोड्न मिल्छ। अलि थोरै छान्नुहोस्।`;
export const tooManyPages = (count: number, max: number) =>
  `यी सामग्रीमा ${counted(count, 'पृष्ठ')} छन्, तर एउटा फाइलमा बढीमा ${counted(max, 'पृष्ठ')} अट्छन्। अलि थोरै छान्नुहोस्।`;

export const joinedFiles = 'जोडिने फाइलहरू';
/** The number that the pages of a file are marked with. */
export const fileNumber = (number: number) => `फाइल ${digits(number)}:`;
/** `file` is `fileNumber`. The first file gets the pages of the others. */
export const joinedFile = <Piece>(file: Piece, title: Piece, pageCount: number, isFirst: boolean) =>
  [
    file,
    ' “',
    title,
    `” (${counted(pageCount, 'पृष्ठ')}) ${isFirst ? 'रहन्छ, र यसैमा सबै फाइलका पृष्ठ राखिन्छन्।' : 'ट्र्यासमा सर्छ।'}`,
  ] as const;

export const tools = 'छानिएका पृष्ठ';
export const turn = 'घुमाउनुहोस्';
export const moveEarlier = 'अगाडि सार्नुहोस्';
export const moveLater = 'पछाडि सार्नुहोस्';
export const split = 'यस पृष्ठअघि छुट्याउनुहोस्';
export const halve = 'दुई भाग पार्नुहोस्';
export const selectNone = 'सबैको छनोट हटाउनुहोस्';
export const selected = (count: number) => `${counted(count, 'पृष्ठ')} छानिएको`;

/** The last step, for screen readers too. */
export const turned = (count: number) => `${counted(count, 'पृष्ठ')} दायाँ घुमाइयो।`;
export const removed = (count: number, left: number) =>
  `${counted(count, 'पृष्ठ')} हटाइयो, ${counted(left, 'पृष्ठ')} बाँकी छ।`;
export const movedEarlier = (count: number) => `${counted(count, 'पृष्ठ')} अगाडि सारियो।`;
export const movedLater = (count: number) => `${counted(count, 'पृष्ठ')} पछाडि सारियो।`;
export const splitInto = (files: number) => `${counted(files, 'वटा फाइल')}मा छुट्याइयो।`;
export const halved = (count: number) => `${counted(count, 'पृष्ठ')} दुई भाग पारियो।`;

/** The proposal to split a file into its papers. */
export const papersBegin = (starts: readonly number[]) =>
  `यस फाइलमा ${number(starts.length)} वटा प्रश्नपत्र भएजस्तो छ, जुन पृष्ठ ${list(starts.map(digits))} मा सुरु हुन्छन्।`;
export const splitThere = 'त्यहीँ छुट्याउनुहोस्';
/** The proposal to cut pages that are scans of two pages. */
export const twoPages = (count: number) => `${counted(count, 'पृष्ठ')}मा दुई-दुई पृष्ठ सँगसँगै भएजस्तो छ।`;
export const cutInTwo = (_count: number) => 'दुई भाग पार्नुहोस्';

export const staysWith = (title: string) => `“${title}” मै रहने`;
export const newMaterial = (number: number) => `नयाँ सामग्री ${digits(number)}`;
export const newMaterialPages = (number: number, pageCount: number) =>
  `नयाँ सामग्री ${digits(number)}, ${counted(pageCount, 'पृष्ठ')}`;
/** The title that is proposed for a part of a material. */
export const partTitle = (title: string, part: number) => `${title}, भाग ${digits(part)}`;
export const titleMissing = 'शीर्षक लेख्नुहोस्।';
export const yearInvalid = (min: number, max: number) => `सन् ${digits(min)} देखि ${digits(max)} सम्मको साल लेख्नुहोस्।`;

const halves = { left: 'बायाँ भाग', right: 'दायाँ भाग', top: 'माथिल्लो भाग', bottom: 'तल्लो भाग' };

/** A page as it will be. `file` is null if there is only one; `degrees` is 0 unless the page is turned. */
export const page = (number: number, file: number | null, half: keyof typeof halves | null, degrees: number) =>
  [
    file === null ? `पृष्ठ ${digits(number)}` : `फाइल ${digits(file)}, पृष्ठ ${digits(number)}`,
    half && halves[half],
    degrees !== 0 && `${digits(degrees)}° घुमाइएको`,
  ]
    .filter(Boolean)
    .join(', ');

/** A new material is called a paper if the original is one. */
export type Result = 'paper' | 'material';

const results: Record<Result, string> = { paper: 'प्रश्नपत्र', material: 'सामग्री' };

/** The effects of a plan, which `willApply` lists. */
export const effects = {
  joined: (count: number, result: Result) => `${counted(count, `वटा ${results[result]}`)} जोडिन्छ`,
  removed: (count: number) => `${counted(count, 'पृष्ठ')} हट्छ`,
  turned: (count: number) => `${counted(count, 'पृष्ठ')} घुम्छ`,
  halved: (count: number) => `${counted(count, 'पृष्ठ')} दुई भाग हुन्छ`,
  moved: 'क्रम बदलिन्छ',
  created: (count: number, result: Result) => `${counted(count, `वटा नयाँ ${results[result]}`)} बन्छ`,
};
export const willApply = (effect: string) => `लागू गरेपछि: ${effect}।`;
export const nothingToApply = 'पृष्ठ छान्नुहोस्, अनि के गर्ने छान्नुहोस्।';
export const noPageLeft = 'कम्तीमा एउटा पृष्ठ रहनुपर्छ।';
export const apply = 'लागू गर्नुहोस्';
export const discardQuestion = 'परिवर्तन त्याग्ने?';
export const discardExplanation = 'परिवर्तन त्याग्ने? ती अझै लागू भएका छैनन्।';
export const keepEditing = 'सम्पादन गर्दै रहनुहोस्';

export const progress = 'फाइल बन्ने काम';
export const making = (file: number, total: number) => `${digits(total)} मध्ये फाइल ${digits(file)} बन्दै छ…`;
export const saving = 'सेभ हुँदै छ…';
export const conflict = 'यसबीच अरू कसैले यो सामग्री बदलेको छ। यो बन्द गरेर फेरि खोल्नुहोस्, अनि आफ्ना परिवर्तन फेरि गर्नुहोस्।';

export const done = (title: string, created: number, joined: number) => {
  const others = [
    ...(created > 0 ? [`, ${counted(created, 'वटा सामग्री')} प्रकाशित भयो`] : []),
    ...(joined > 0 ? [`, ${counted(joined, 'वटा सामग्री')} ट्र्यासमा सारियो`] : []),
  ].join('');
  return `“${title}” मा नयाँ पृष्ठ राखियो${others}। पहिलेको फाइल अझै राखिएको छ। सात दिनसम्म यहाँबाट वा “सामग्री व्यवस्थापन” को “हालका परिवर्तन” बाट अन्डू गर्न सकिन्छ।`;
};
export const undone = (title: string, hasJoined: boolean) =>
  `“${title}” मा पहिलेकै फाइल फर्कियो। ${hasJoined ? 'जोडिएका सामग्री फिर्ता आए।' : 'नयाँ सामग्री ट्र्यासमा छन्।'}`;
export const undoing = 'अन्डू हुँदै छ…';
