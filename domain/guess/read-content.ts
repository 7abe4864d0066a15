import type { FileSource } from './read-source.ts';

/** The type of text on the first page, independent of its topic. */
export type Content = {
  /** True for the outline of a course, which names marks and hours as an exam does. */
  isSyllabus: boolean;
  /** The chance that the file is a note: running text or slides without the questions, marks and time of an exam. */
  note: number;
  /** True if the file is as long as a book, so that only its own name can make it a note. */
  isLong: boolean;
  /** True if all rights are reserved, so that a person must decide whether the file may be published. */
  reservesRights: boolean;
};

/** Length of the first page that is read, its head and a sample of the rest, in UTF-16 code units. */
const maxLength = 8000;
/** Minimum number of words for a judgement; a page with fewer may be a cover or a picture with a caption. */
const minWords = 25;
/** Minimum number of words per slide, and minimum number of slides. */
const minSlideWords = 3;
const minSlides = 5;
/**
 * Number of pages from which a file is long. Longer files are books and theses; most shorter ones are notes of a whole
 * course.
 */
const longPages = 200;

const syllabus =
  /credit\s*h(?:ou)?rs?|course\s+(?:contents?|synopsis|outline|description|objectives?|title|no)|synopsis|nature\s+of\s+(?:the\s+)?course|teaching\s+hours|text\s*books?\s*:|unit\s+hours/giu;
/** Minimum number of different phrases of a syllabus: a paper may have one, such as "Course title". */
const minSyllabusWords = 2;

/** Phrases that only the head of an exam has, wherever they are on the page. */
const ofExam =
  /(?:full|pass|total|max(?:imum)?\.?)\s*marks?\b|attempt\s+(?:any|all)|candidates\s+are|answer\s+(?:any|all)\s+(?:\w+\s+){0,2}questions?|question\s+paper|पूर्णाङ्क|उत्तीर्णाङ्क|\[\s*\d\s*(?:[+x×*]\s*\d\s*)*=\s*\d+\s*\]/iu;
/** Phrases that show an exam if they are in the first lines; further down they are ordinary words. */
const inHead =
  /\btime\s*(?:allowed)?\s*[:=-]?\s*\d|\bexam(?:s|ination)?\b|(?:group|section)\s*[-–]?\s*["“]?[abc]["”]?(?![\p{L}])/iu;
/** Length of the head, in UTF-16 code units. */
const headLength = 600;
const question =
  /^\s*(?:q(?:uestion)?\.?\s*)?(?:no\.?\s*)?(?:\(?\d{1,2}[.)]|\(?[a-z][.)])?\s*(?:what|why|how|when|which|who|explain|define|describe|discuss|differentiate|distinguish|list|write|state|prove|derive|find|calculate|solve|draw|compare|mention|give|show|construct|design|consider|illustrate|briefly)\b|\?\s*$/iu;
/** Maximum fraction of questions among the lines of a page of notes. */
const maxQuestionShare = 0.2;
const maxQuestions = 3;

/** Judges the first page as a whole. Takes time proportional to the first 8,000 characters. */
export function readContent({ firstPage, pageCount = null }: FileSource): Content {
  const text = (firstPage ?? '').slice(0, maxLength);
  const words = text.match(/[\p{L}\p{M}]{2,}/gu)?.length ?? 0;
  const marks = new Set(Array.from(text.matchAll(syllabus), ([each]) => each.toLowerCase().replace(/\s+/g, ' ')));
  const isSyllabus = marks.size >= minSyllabusWords;
  return {
    isSyllabus,
    note: isSyllabus ? 0.95 : noteChance(text, words, pageCount),
    isLong: (pageCount ?? 0) > longPages,
    reservesRights: reserved.test(text),
  };
}

const reserved = /all\s+rights\s+reserved/iu;

function noteChance(text: string, words: number, pageCount: number | null): number {
  if (ofExam.test(text) || inHead.test(text.slice(0, headLength))) return 0;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const questions = lines.filter((line) => question.test(line)).length;
  if (questions > maxQuestions || questions > maxQuestionShare * lines.length) return 0;
  const isSlides = pageCount !== null && pageCount >= minSlides && words >= minSlideWords;
  if (words < minWords && !isSlides) return 0;
  if (pageCount === null || pageCount < 2) return 0.75;
  if (pageCount > longPages) return 0.7;
  return 0.94;
}
