import { pageText, type PageElement } from './page-tree.ts';

/** Words with which questions of exams begin. */
const tasks =
  /^(?:answer|attempt|briefly|calculate|classify|compare|compute|consider|construct|convert|define|derive|describe|design|determine|differentiate|discuss|distinguish|draw|elaborate|evaluate|explain|express|find|give|how|illustrate|implement|justify|let|list|mention|obtain|outline|prove|show|simplify|solve|sketch|state|suppose|trace|use|using|verify|what|when|which|why|with|write)\b/i;

/** Marks at the end of a question, e.g. `[5]`, `(2+4)`. */
const marks = /[[(]\s*\d{1,3}(?:\s*[+×x*/]\s*\d{1,3})*\s*(?:marks?)?\s*[\])]\s*\.?$/i;

/** Words in the head of a paper. */
const paperHead =
  /\b(?:full marks|pass marks|maximum marks|time allowed|candidates are|attempt (?:any|all)|answer (?:any|all))\b|पूर्णाङ्क|उत्तीर्णाङ्क/i;

/** The longest text in which questions are searched. */
const maxCharacters = 1_000_000;

/** The number of a question at the beginning of its line. */
const number = /^(?:q(?:uestion)?\.? ?)?(?:\d{1,3}|[a-z]|[ivx]{1,4}|[०-९]{1,3})[.):]\s*/i;

/** Returns the lines of a text that look like questions of an exam, or like the head of a paper. */
export function questionLines(text: string): string[] {
  return text.split('\n').filter(isQuestionLike);
}

function isQuestionLike(line: string): boolean {
  if (paperHead.test(line)) return true;
  const words = line.replace(number, '');
  if (words.length < 15) return false;
  return marks.test(line) || /[?।]$/.test(line) || (tasks.test(words) && words.includes(' '));
}

/** Returns the questions in an element that are not in its links. */
export function questionsOf(element: PageElement): string[] {
  return questionLines(pageText(withoutLinks(element), maxCharacters));
}

/** True if at least half of an element's lines are questions, as in a list of links to their answers. */
export function isMadeOfQuestions(element: PageElement): boolean {
  const text = pageText(element, maxCharacters);
  const count = questionLines(text).length;
  return count >= 2 && count * 2 >= text.split('\n').length;
}

/** Returns a copy of an element without its links. */
export function withoutLinks(element: PageElement): PageElement {
  const children = element.children.flatMap<PageElement | string>((child) => {
    if (typeof child === 'string') return [child];
    return child.name === 'a' && child.attributes.has('href') ? [] : [withoutLinks(child)];
  });
  return { ...element, children };
}
