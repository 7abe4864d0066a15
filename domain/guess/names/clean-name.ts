/**
 * Maximum length of a name in UTF-16 code units. Longer names are cut: file systems allow 255 bytes, but names in
 * archives may be longer.
 */
const maxLength = 1000;
/** Maximum number of passes over a name, which may have several extensions, copy numbers and sites. */
const maxRounds = 10;

const endings =
  'pdf|x?html?|xht|mht(?:ml)?|docx?|docm|pptx?|ppsx?|xlsx?|odt|odp|ods|rtf|txt|md|epub|djvu|jpe?g?|jfif|pjpeg|png|gif|bmp|tiff?|hei[cf]|webp|avif|zip|rar|7z|tar|t?gz|bz2|xz|crdownload|part|download';
const ending = new RegExp(String.raw`\.(?:${endings})$`, 'i');

/** Text that programs add before or after the name of a copy. */
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
/**
 * Returns a pattern of sites recognised by their top-level domain; with other domains they may be words, as in
 * `ASP.NET` and `socket.io`.
 */
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
/** Text that browsers add to the name of a printed page. */
const printedFrom =
  /\s[-–|]\s(?:wikipedia|wikibooks|wikiversity|quora|[\w ]{0,60}stack (?:exchange|overflow)|geeksforgeeks|tutorialspoint|medium|slideshare)\b.*$/iu;
/** Names of technologies that look like sites. */
const technique = /^[\s[({【]*(?:asp|vb|ado|ml|system)\.net\b|^[\s[({【]*socket\.io\b/i;
/** Pattern of addresses of schools, which show whose papers they are. */
const school = /\.(?:edu|ac)\b/i;

/**
 * Returns the name of a file or folder as a person would write it: decoded, without extensions, copy marks and site
 * names; '' if nothing else is in it. With `keepsSchools`, addresses of schools stay.
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

/** Decodes percent-encoding and plus signs for spaces, which browsers and web forms write. */
function decodeName(name: string): string {
  let decoded = areSpaces(name) ? name.replace(/(?<![+\s])\+(?!\+)/g, ' ') : name;
  // Some sites encode names that are encoded already.
  for (let times = 0; times < 2; times += 1) decoded = decoded.replace(/(?:%[0-9a-f]{2}){1,500}/gi, decodeRun);
  return decoded;
}

/** True if the plus signs in a name stand for spaces, unlike those in `C++` and `B+tree`. */
function areSpaces(name: string): boolean {
  if (/[\s_]/.test(name)) return false;
  return /(?:^|[^\p{L}])\p{L}[\p{L}\p{M}]{2,}\+(?!\+)/u.test(name) || /%[0-9a-f]{2}\+(?!\+)/i.test(name);
}

/**
 * Decodes a run of percent-encoded bytes. Leaves it unchanged if it is not UTF-8, or encodes letters and digits, which
 * no program encodes.
 */
function decodeRun(run: string): string {
  try {
    const decoded = decodeURIComponent(run);
    return /[a-z0-9]/i.test(decoded) ? run : decoded;
  } catch {
    return run;
  }
}
