/** The text of a page as in its text layer, and where its lines end (offsets, ascending). */
export type LinedText = { text: string; lineEnds: ArrayLike<number> };

/** A text normalised for comparing; each of its letters refers to a part of the original. */
export type FoldedText = {
  text: string;
  /** For each code unit of `text`: where its part of the original starts and ends. */
  starts: Uint32Array;
  ends: Uint32Array;
};

export type FoldOptions = {
  /** Case matters. */
  matchCase?: boolean;
  /** Keeps a hyphen at the end of a line; otherwise the two parts of the word are joined. */
  keepHyphens?: boolean;
};

/**
 * Marks that are removed: accents, the vowel points of Arabic and Hebrew, and the Arabic tatweel. Vowel signs of Indian
 * scripts are letters and are kept.
 */
const accents =
  /[\u0300-\u036f]|[\u0483-\u0487]|[\u0591-\u05c7]|[\u0610-\u061a\u0640\u064b-\u065f\u0670]|[\u06d6-\u06dc]|[\u06df-\u06e8]|[\u06ea-\u06ed]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20f0]|[\ufe20-\ufe2f]/gu;

/** Invisible characters: soft hyphens, joiners, direction marks. */
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu;

const space = /^\s+$/u;
const letter = /\p{L}/u;
const softHyphen = '\u00ad';
const hyphens = ['-', '\u2010'];

/** Scripts without spaces between words: the end of a line is not a space either. */
const spaceless = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** A letter with its combining marks, or marks without a letter. */
const cluster = /\P{M}\p{M}*|\p{M}+/uy;

/**
 * Normalises a text for comparing: one space for any whitespace and for the end of a line, words divided at the end of
 * a line joined, no accents, no ligatures, one kind of dash and quotation mark, all letters lower-case.
 */
export function foldText({ text, lineEnds }: LinedText, options: FoldOptions = {}): FoldedText {
  const { matchCase = false, keepHyphens = false } = options;
  const written = createWriter(text.length);
  let line = 0;
  /** Where whitespace started that is written when something follows; -1 for none. */
  let spaceAt = -1;
  /** The last part that was not whitespace, and where it ended. */
  let last = { piece: '', end: 0 };
  let isWritten = false;
  for (let at = 0; at < text.length;) {
    const piece = clusterAt(text, at);
    const end = at + piece.length;
    let isLineEnd = false;
    for (let lineEnd = lineEnds[line]; lineEnd !== undefined && lineEnd <= at; lineEnd = lineEnds[line]) {
      isLineEnd ||= lineEnd > 0;
      line += 1;
    }
    if (isLineEnd && spaceAt === -1) {
      const isParted = last.end === at && letter.test(piece) && endsParted(last.piece, written.text());
      if (isParted && !keepHyphens && last.piece !== softHyphen) written.takeBack();
      if (!isParted && !(spaceless.test(last.piece) && spaceless.test(piece))) spaceAt = at;
    }
    const folded = foldCluster(piece, matchCase);
    if (folded === ' ') {
      if (spaceAt === -1) spaceAt = at;
    } else {
      if (folded !== '') {
        if (spaceAt !== -1 && isWritten) written.put(' ', spaceAt, at);
        spaceAt = -1;
        isWritten = true;
        written.put(folded, at, end);
      }
      last = { piece, end };
    }
    at = end;
  }
  return written.finish();
}

/** Whether a line that ends like this divides a word: with a hyphen after a letter. */
function endsParted(lastPiece: string, written: string): boolean {
  if (lastPiece === softHyphen) return letter.test(written.at(-1) ?? '');
  return hyphens.includes(lastPiece) && letter.test(written.at(-2) ?? '');
}

function clusterAt(text: string, at: number): string {
  // A shortcut: after most letters no combining mark follows.
  const next = text.charCodeAt(at + 1);
  if (text.charCodeAt(at) < 0x80 && !(next >= 0x300)) return text.charAt(at);
  cluster.lastIndex = at;
  return cluster.exec(text)?.[0] ?? text.charAt(at);
}

/** The query, normalised in the same way; without spaces at its ends. */
export function foldQuery(query: string, matchCase = false): string {
  return foldText({ text: query.trim(), lineEnds: [] }, { matchCase }).text;
}

/** One part normalised: a space for whitespace, nothing for zero-width characters. */
function foldCluster(piece: string, matchCase: boolean): string {
  if (piece.length === 1 && piece < '\u0080') {
    if (piece <= ' ') return ' ';
    return matchCase ? piece : piece.toLowerCase();
  }
  const plain = piece
    .normalize('NFKD')
    .replace(accents, '')
    .replace(unseen, '')
    .replace(/[\u2010-\u2015\u2212]/gu, '-')
    .replace(/[\u2018\u2019\u201b\u2032]/gu, "'")
    .replace(/[\u201c\u201d\u201f\u2033]/gu, '"')
    .normalize('NFC');
  if (space.test(plain)) return ' ';
  // Converted to upper-case first: ß becomes SS, and all forms of the Greek sigma the same.
  return matchCase ? plain : plain.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/** Collects the folded letters; grows as needed, because one character may become many (ﷺ). */
function createWriter(length: number) {
  let text = '';
  let starts = new Uint32Array(length + 16);
  let ends = new Uint32Array(length + 16);
  return {
    text: () => text,
    put(folded: string, start: number, end: number) {
      if (text.length + folded.length > starts.length) {
        starts = grow(starts, folded.length);
        ends = grow(ends, folded.length);
      }
      starts.fill(start, text.length, text.length + folded.length);
      ends.fill(end, text.length, text.length + folded.length);
      text += folded;
    },
    takeBack() {
      text = text.slice(0, -1);
    },
    finish(): FoldedText {
      return { text, starts: starts.slice(0, text.length), ends: ends.slice(0, text.length) };
    },
  };
}

function grow(old: Uint32Array<ArrayBuffer>, more: number): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(old.length * 2 + more);
  grown.set(old);
  return grown;
}
