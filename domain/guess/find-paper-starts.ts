/** Length of the head of a page, in UTF-16 code units. */
const headLength = 700;

const marks = /(?:full|pass|total|max(?:imum)?\.?)\s*marks?\b|पूर्णाङ्क|उत्तीर्णाङ्क/iu;
const time = /\btime\s*(?:allowed)?\s*[:=-]?\s*\d|\b\d{1,2}(?:[.:]\d\d?)?\s*(?:hrs?|hours?)\b|समय\s*[:ः=-]?/iu;
const exam = /\bexam(?:s|inations?)?\b|\buniversity\b|परीक्षा|विश्वविद्यालय/iu;
const instruction = /candidates\s+are|attempt\s+(?:any|all)|answer\s+(?:any|all)|सबै\s+प्रश्न|कुनै\s+\S+\s+प्रश्न/iu;
/** The first words of a part of a paper, which may have marks and time of its own. */
const part = /^\s*(?:group|section|part|समूह|खण्ड)\s*[-–:]?\s*["“']?(?:[a-e]|[ivx]{1,3}|[1-5]|[क-घ])(?![\p{L}\p{M}])/iu;

/**
 * Returns the pages, from 1 and ascending, at which the papers of a compilation begin, by the head that papers have:
 * marks, and the exam, its time or an instruction. `pages` are the texts of all pages; null for one without text. Empty
 * unless two papers begin. A cover before the first paper belongs to it. Takes time proportional to the number of pages.
 */
export function findPaperStarts(pages: readonly (string | null)[]): number[] {
  const starts = pages.flatMap((text, index) => (text !== null && beginsPaper(text) ? [index + 1] : []));
  return starts.length < 2 ? [] : [1, ...starts.slice(1)];
}

function beginsPaper(text: string): boolean {
  const head = text.trimStart().slice(0, headLength);
  const isExam = exam.test(head);
  if (part.test(head) && !isExam) return false;
  if (marks.test(head)) return isExam || time.test(head) || instruction.test(head);
  return isExam && time.test(head) && instruction.test(head);
}
