/** Words that count parts, sets and copies: a number next to them does not distinguish subjects. */
const counters =
  'unit|units|chapter|chap|ch|lecture|lec|lect|lab|part|set|assignment|week|day|slide|slides|class|module|lesson|topic|page|copy|exp|experiment|tutorial|exercise|ex|question|q|qn|no';
const year = String.raw`(?:19|20)\d\d|0[4-9]\d`;
const sign = String.raw`[\s._/-]`;
/**
 * Numbers that may differ between files of one subject: years and the text after them, numbers of a counter or a copy, and
 * numbers at the beginning of a name. Other numbers belong to codes and to names such as Mathematics 2.
 */
const looseNumber = new RegExp(
  [
    String.raw`(?<!\d)(?:${year})(?:${sign}?\d{1,3}(?!\d)){0,2}(?!\d)`,
    String.raw`(?<=\b(?:${counters})${sign}{0,2})\d{1,3}(?:${sign}\d{1,2})?(?!\d)`,
    String.raw`\(\d{1,3}\)`,
    String.raw`^\s*\d{1,2}(?!\d)(?:${sign}\d{1,2}(?!\d))?`,
  ].join('|'),
  'giu',
);
const digits = /[\u0966-\u096f]/g;

/**
 * Returns the keys by which files share a correction. Files with an equal `folder` are in the same folder. Files with
 * an equal `pattern` also have the same name apart from years, counted parts and copies, as `OS 2078.pdf` and `OS
 * 2079.pdf`; it is null if the rest of the name is generic, as in `scan 3.pdf` and `Unit 2.pdf`.
 */
export function likenessKeys(path: string): { folder: string; pattern: string | null } {
  // Far longer than names in a file system; files differ at the end of the path.
  const names = path
    .slice(-4000)
    .normalize('NFC')
    .toLowerCase()
    .split(/[/\\]+/);
  const name = (names.pop() ?? '')
    .replace(/\.[a-z0-9]{1,5}$/, '')
    .replace(digits, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(looseNumber, '#')
    .replace(/\p{Nd}+/gu, (number) => String(Number(number)))
    .replace(/[^\p{L}\p{M}\p{Nd}#]+/gu, ' ')
    .trim();
  const folder = names.filter((each) => each.trim() !== '').join('/');
  return { folder, pattern: saysSomething(name) ? `${folder}/${name}` : null };
}

/** Generic words in names: those of devices, counters and kinds. */
const general = new Set(
  `${counters}|img|image|scan|scanned|scanner|camscanner|doc|document|file|new|pdf|whatsapp|photo|screenshot|untitled|final|mid|midterm|term|exam|exams|paper|papers|question|questions|note|notes|old|imp|important|model|solution|solutions|answer|answers|syllabus|book|report|presentation|at|am|pm|and|of|the|a|to|in|for|sem|semester|year|first|second|third|fourth|fifth|sixth|seventh|eighth|i|ii|iii|iv|v|vi|vii|viii|all|full|complete|handwritten|practical|sheet|sheets|work|works`.split(
    '|',
  ),
);

function saysSomething(name: string): boolean {
  return (name.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []).some((word) => !general.has(word));
}
