/** Longer names are cut; file systems have 255 bytes, and names from archives may have more. In UTF-16 code units. */
const maxLength = 1000;
/** A name may have several endings, numbers of copies and sites. */
const maxRounds = 10;

const endings =
  'pdf|x?html?|xht|mht(?:ml)?|docx?|docm|pptx?|ppsx?|xlsx?|odt|odp|ods|rtf|txt|md|epub|djvu|jpe?g?|jfif|pjpeg|png|gif|bmp|tiff?|hei[cf]|webp|avif|zip|rar|7z|crdownload|part|download';
const ending = new RegExp(String.raw`\.(?:${endings})$`, 'i');

/** What programs add to the name of a copy, in front of it and after it. */
const copyMarks: readonly RegExp[] = [
  /^(?:copy(?:\s?\(\d{1,3}\))? of|kopie von|copie de|copia de|cópia de)\s+/i,
  /\s{0,9}\(\d{1,3}\)$/,
  /(?:\s?-\s?|_)(?:copy|kopie|copie|copia|cópia)$/i,
  /\s?\((?:another |\d{1,3}(?:st|nd|rd|th) )?copy\)$/i,
  /(?<!^|\b(?:fair|soft|hard|xerox|photo|clean|true|final|scanned|signed))\s+copy(?:\s\d{1,3})?$/i,
];

const countries = 'np|in|pk|bd|lk|uk|au|de|fr|br|cn';
const label = '[a-z0-9][a-z0-9-]{0,62}';
const path = String.raw`(?:/[^\s()[\]{}]{0,200})?`;
const site = String.raw`(?:${label}\.){1,4}(?:com|org|net|edu|ac|gov|info|co|io|me|xyz|site|online|${countries})(?:\.(?:${countries}))?${path}`;
const address = String.raw`(?:(?:https?://)?www\.|https?://)${site}`;
/** Sites that are known by their ending; others may be words, as in `ASP.NET` and `socket.io`. */
const namedSite = (first: string) => String.raw`(?:${first}\.){1,4}(?:com|org|edu|info|xyz)(?:\.(?:${countries}))?`;
const origin = String.raw`(?:(?:downloaded\s)?from|source:?|visit|by|via)?\s{0,3}`;

const siteMarks: readonly RegExp[] = [
  new RegExp(String.raw`\s?[[({【]\s{0,3}${origin}(?:${address}|${site})\s{0,3}[\])}】]\s?`, 'i'),
  new RegExp(String.raw`(?:^|[\s_|@–-]{1,3})${origin}${address}$`, 'i'),
  new RegExp(String.raw`^${address}(?=[\s_|–-])`, 'i'),
  new RegExp(String.raw`(?<!\b(?:of|for|on|in|at|and|vs|with|about|to))[\s_|@]{1,3}${origin}${namedSite(label)}$`, 'i'),
  new RegExp(String.raw`[–-]\s?${origin}${namedSite('[a-z][a-z0-9]{0,62}')}$`, 'i'),
  new RegExp(String.raw`^${namedSite(label)}(?=\s?[_|–-])`, 'i'),
];
/** What browsers add to the name of a printed page. */
const printedFrom =
  /\s[-–|]\s(?:wikipedia|wikibooks|wikiversity|quora|[\w ]{0,60}stack (?:exchange|overflow)|geeksforgeeks|tutorialspoint|medium|slideshare)\b.*$/iu;
/** Names of techniques that look like sites. */
const technique = /^[\s[({【]*(?:asp|vb|ado|ml|system)\.net\b|^[\s[({【]*socket\.io\b/i;
/** The address of a school says whose papers they are. */
const school = /\.(?:edu|ac)\b/i;

/**
 * The name of a file or folder as a person would write it: decoded, without endings, the marks of copies, and the names of
 * sites; '' when nothing else is in it. With `keepsSchools` the addresses of schools stay.
 */
export function cleanName(name: string, { keepsSchools = false } = {}): string {
  let clean = decodeName(name.slice(0, maxLength).toWellFormed());
  for (let round = 0; round < maxRounds; round += 1) {
    const before = clean;
    clean = clean.replace(ending, '').replace(printedFrom, '');
    for (const mark of copyMarks) clean = clean.replace(mark, '');
    for (const mark of siteMarks)
      clean = clean.replace(mark, (found) =>
        technique.test(found) || (keepsSchools && school.test(found)) ? found : ' ',
      );
    clean = clean.replace(/^[\s_|~–—-]{1,99}|[\s_|~–—-]{1,99}$/g, '');
    if (clean === before) break;
  }
  return clean;
}

/** Without percent-encoding and plus signs for spaces, as browsers and web forms write names. */
function decodeName(name: string): string {
  let decoded = areSpaces(name) ? name.replace(/(?<![+\s])\+(?!\+)/g, ' ') : name;
  // Some sites encode names that are encoded.
  for (let times = 0; times < 2; times += 1) decoded = decoded.replace(/(?:%[0-9a-f]{2}){1,500}/gi, decodeRun);
  return decoded;
}

/** Whether the plus signs of a name are its spaces, unlike those of `C++` and `B+tree`. */
function areSpaces(name: string): boolean {
  if (/[\s_]/.test(name)) return false;
  return /(?:^|[^\p{L}])\p{L}[\p{L}\p{M}]{2,}\+(?!\+)/u.test(name) || /%[0-9a-f]{2}\+(?!\+)/i.test(name);
}

/** A run that is not UTF-8, or that stands for letters and digits that nobody encodes, is as it was meant. */
function decodeRun(run: string): string {
  try {
    const decoded = decodeURIComponent(run);
    return /[a-z0-9]/i.test(decoded) ? run : decoded;
  } catch {
    return run;
  }
}
