import { isStopWord } from './stop-words.ts';

/** A question of an exam paper, with some of its words that find it. */
export type ExampleQuestion = {
  /** The question in three parts: the words to find it by are in the middle. */
  before: string;
  words: string;
  after: string;
};

/** Lengths that fit on two lines of a phone, in characters. */
const minLength = 30;
const maxLength = 95;
/** Two or three words in a row are found by people, and are seldom on many pages. */
const minWords = 2;
const maxWords = 3;
/** Shorter words name no topic: "one", "each", "data" is the shortest of those that do. */
const minLetters = 4;

const opening =
  'Briefly|Calculate|Compare|Construct|Define|Derive|Describe|Design|Differentiate|Discuss|Draw|Elaborate|Explain|' +
  'Find|How|Illustrate|List|Mention|Prove|Show|State|What|When|Where|Which|Why|Write';
/** A sentence that begins like a question, after a number, a mark or another sentence. */
const question = new RegExp(String.raw`(?<=^|[.?)\]:]\s*|\d\s+|\s[a-zA-Z][.)]?\s)(?:${opening})\s[^.?!]*[.?]`, 'gu');
/** Letters and marks of plain sentences: no formulas, no characters of fonts that could not be read. */
const plain = /^[A-Za-z0-9 ,;:'’"“”()/-]+[.?]$/;
/** Words of instructions to candidates, and of questions in general, which name no topic. */
const generalWords = new Set(
  (
    'about advantages against also among answer answers appropriate attempt between briefly calculate common compare concept construct define ' +
    'derive describe design detail difference differences differentiate disadvantages discuss during draw each elaborate ' +
    'example examples explain features figure find following full give given help illustrate importance list major marks ' +
    'mean meant mention necessary neat notes prove question questions reference required short show some state suitable ' +
    'terms through types used using various where which with within without write'
  ).split(' '),
);

/**
 * Returns a short, plain English question from the text of a page of an exam paper, with words in a row that name its topic;
 * null if the page has none. Of several questions, takes the first.
 */
export function findExampleQuestion(text: string): ExampleQuestion | null {
  const line = text.replaceAll(/\s+/g, ' ');
  for (const [sentence] of line.matchAll(question)) {
    if (sentence.length < minLength || sentence.length > maxLength || !plain.test(sentence)) continue;
    const topic = findTopic(sentence);
    if (topic) return topic;
  }
  return null;
}

/** Finds the first of the longest runs of words that name a topic, without punctuation between them. */
function findTopic(sentence: string): ExampleQuestion | null {
  const runs: { start: number; end: number; count: number }[] = [];
  for (const { 0: word, index } of sentence.matchAll(/[A-Za-z]+(?:['’-][A-Za-z]+)*/g)) {
    const folded = word.toLowerCase();
    if (word.length < minLetters || isStopWord(folded) || generalWords.has(folded)) continue;
    const end = index + word.length;
    const last = runs.at(-1);
    if (last && last.end + 1 === index && sentence[last.end] === ' ' && last.count < maxWords) {
      last.end = end;
      last.count += 1;
    } else runs.push({ start: index, end, count: 1 });
  }
  const longest = Math.max(0, ...runs.map(({ count }) => count));
  const topic = runs.find(({ count }) => count === longest);
  if (!topic || topic.count < minWords) return null;
  const { start, end } = topic;
  return { before: sentence.slice(0, start), words: sentence.slice(start, end), after: sentence.slice(end) };
}
