import {
  fileExtension,
  isOfficeDocument,
  judgedBytes,
  nameWithEnding,
  typeByBytes,
  typeByName,
  webPage,
  type FileType,
} from '#domain/file-type.ts';
import { isMhtml, mhtmlExtension } from '#domain/saved-page/is-mhtml.ts';
import { groupBy } from '#domain/text/group-by.ts';
import { decodeHtml } from '#domain/text/html-text.ts';
import * as words from '#messages/import/intake.ts';
import { readArchiveFacts } from './archive-type.ts';
import { kindOfExtension, type LeftOutKind } from './file-kinds.ts';
import { joinPages, type Joiner } from './join-pages.ts';
import { findInstalledFolders, foldersOf } from './project-folders.ts';
import { RefusedFile, type ChosenEntry, type Found, type IntakeFile, type IntakeLimits } from './intake-file.ts';
import { findPictures, findUselessPages, type JudgedPage } from './judge-pages.ts';
import { isOfPages, judgeName, otherThanNamed, tooLarge, type NameVerdict } from './judge-name.ts';
import { fewestWords, pageHeadBytes, readPageFacts, wholePageBytes } from './page-facts.ts';
import { findPieceFolders } from './saved-pages.ts';

/** An entry, with the type found in its first bytes if they were read; null for an unsupported type. */
type Looked = { entry: ChosenEntry; verdict: NameVerdict | 'mhtml'; type?: FileType | null };

/**
 * Yields the accepted files of one folder or archive, in their order. Pages, and files without a known extension, are
 * judged by their first bytes and by the files around them, so all entries are needed at once. `openArchive` yields the
 * accepted files of an archive; it is called when the archive's position is reached.
 */
export async function* judgeTree(
  entries: readonly ChosenEntry[],
  limits: IntakeLimits,
  openArchive: (entry: ChosenEntry) => Promise<Found[]>,
): AsyncGenerator<Found, void> {
  const installed = findInstalledFolders(entries.map(({ path }) => path));
  const judge = (entry: ChosenEntry): NameVerdict => {
    const verdict = judgeName(entry.path, entry.sizeBytes, limits);
    if (typeof verdict === 'object' && verdict.kind === 'leftover') return verdict;
    const kind = firstOf(foldersOf(entry.path), installed);
    return kind ? { kind, reason: words.reasons[kind] } : verdict;
  };
  const pages: JudgedPage[] = [];
  const looked: Looked[] = [];
  for (const entry of entries) {
    const verdict = judge(entry);
    const needsBytes = (verdict === 'page' || verdict === 'unknown') && entry.refusal === undefined;
    const seen = needsBytes ? await look(entry, pages) : undefined;
    if (seen === 'archive' || seen === 'mhtml') looked.push({ entry, verdict: seen });
    else looked.push({ entry, verdict, ...(seen !== undefined && { type: seen }) });
  }
  const pieces = findPieces(entries, pages);
  const paths = new Set(entries.map(({ path }) => path));
  const pdfs = new Set(entries.filter((entry) => isPdf(entry) && entry.sizeBytes > 0).map(({ path }) => stemOf(path)));
  const whole = pages.filter(({ path }) => !firstOf(foldersOf(path), pieces));
  const useless = findUselessPages(whole, paths);
  const pictures = findPictures(whole.filter(({ path }) => useless.has(path)));
  const joiner = joinPages(
    looked.filter((each) => isPage(each) && !useless.has(each.entry.path)).map(({ entry }) => entry),
    groupBy(entries, ({ path }) => firstOf(foldersOf(path), pieces) ?? ''),
    limits,
  );
  for (const each of looked) {
    const { entry, verdict } = each;
    const page = firstOf(foldersOf(entry.path), pieces);
    const unwanted = useless.get(entry.path);
    if (page && !isLeftover(verdict) && !isPdf(entry)) yield { notTaken: await joiner.judgePiece(entry.path, page) };
    else if (pictures.has(entry.path) && isPicture(verdict)) yield leaveOut(entry, 'project');
    else if (typeof verdict === 'object') yield { notTaken: { path: entry.path, ...verdict } };
    else if (entry.refusal !== undefined) yield { notTaken: { path: entry.path, reason: entry.refusal } };
    else if (verdict === 'archive') yield* await openArchive(entry);
    else if (verdict === 'mhtml') yield* await openMhtml(entry, paths, joiner, limits);
    else if (unwanted) yield { notTaken: { path: entry.path, ...unwanted } };
    else if (verdict === 'picture') yield { picture: toSource(entry) };
    else if (isOffice(each) && pdfs.has(stemOf(entry.path)))
      yield leaveOut(entry, kindOfDocument(entry), words.pdfInstead);
    else if (verdict === 'office') yield { office: toSource(entry) };
    else yield await joiner.join(judgeType(each, limits), entry);
  }
}

/** Returns the page of an MHTML file, and the pictures for which it has no room. */
async function openMhtml(entry: ChosenEntry, paths: ReadonlySet<string>, joiner: Joiner, limits: IntakeLimits) {
  const large = tooLarge(entry.sizeBytes, limits);
  if (large) return [{ notTaken: { path: entry.path, ...large } }];
  const path = nameWithEnding(pageName(entry.path), webPage);
  const isOther = path !== entry.path && paths.has(path);
  return joiner.openMhtml(entry, isOther ? `${entry.path}.html` : path);
}

/** Returns the path of a page that is named like MHTML with the extension of a page. */
const pageName = (path: string) => path.replace(mhtmlExtension, '.html');

const isPage = ({ verdict, type }: Looked) => verdict !== 'mhtml' && type?.mediaType === webPage.mediaType;
const isPicture = (verdict: Looked['verdict']) =>
  verdict === 'picture' || (typeof verdict === 'object' && verdict.kind === 'picture');
const isLeftover = (verdict: Looked['verdict']) => typeof verdict === 'object' && verdict.kind === 'leftover';
const isOffice = ({ verdict, type }: Looked) => verdict === 'office' || isOfficeDocument(type?.mediaType ?? '');
/** Returns the path without extension and differences of case, which a document has in common with a PDF made of it. */
const stemOf = (path: string) => path.slice(0, path.length - fileExtension(path).length).toLowerCase();
const kindOfDocument = ({ path }: ChosenEntry) => kindOfExtension(fileExtension(path).slice(1)) ?? 'document';
const isPdf = ({ path }: ChosenEntry) => typeByName(path)?.mediaType === 'application/pdf';

function leaveOut({ path }: ChosenEntry, kind: LeftOutKind, reason = words.reasons[kind]): Found {
  return { notTaken: { path, kind, reason } };
}

/** Returns the value of the outermost folder that has one. */
function firstOf<Value>(folders: readonly string[], values: ReadonlyMap<string, Value>): Value | undefined {
  const folder = folders.find((each) => values.has(each));
  return folder === undefined ? undefined : values.get(folder);
}

/**
 * Reads the first bytes of an entry, and adds the entry to the pages if it is an HTML page. Returns undefined if the
 * file cannot be read now.
 */
async function look(
  entry: ChosenEntry,
  pages: JudgedPage[],
): Promise<FileType | null | 'archive' | 'mhtml' | undefined> {
  const name = nameOf(entry.path);
  try {
    const head = await headOf(entry, typeByName(name) ? pageHeadBytes : judgedBytes);
    if (isMhtml(head)) return 'mhtml';
    const type = typeByBytes(name, head.subarray(0, judgedBytes));
    // A stored PDF may be among the first bytes of an archive.
    if ((type === null || type.mediaType === 'application/pdf') && isArchive(name, head)) return 'archive';
    if (type?.mediaType !== webPage.mediaType) return type;
    let facts = readPageFacts(decodeHtml(head));
    // Some pages begin with megabytes of styles and scripts.
    if (facts.words < fewestWords && entry.sizeBytes > head.length)
      facts = readPageFacts(decodeHtml(await headOf(entry, wholePageBytes)));
    pages.push({ path: entry.path, facts });
    return type;
  } catch {
    // Opening it later reports the reason.
    return undefined;
  }
}

/** True for an archive whose name does not say so; a compressed file without that is mostly data. */
function isArchive(name: string, head: Uint8Array): boolean {
  const facts = readArchiveFacts(name, head);
  return facts !== null && typeByName(name) === null && facts.format !== 'tar';
}

async function headOf(entry: ChosenEntry, bytes: number): Promise<Uint8Array> {
  if (entry.head) return entry.head(bytes);
  return new Uint8Array(await (await entry.open()).slice(0, bytes).arrayBuffer());
}

function findPieces(entries: readonly ChosenEntry[], pages: readonly JudgedPage[]): Map<string, string> {
  const parts = new Map(pages.map(({ path, facts }) => [path, facts.parts]));
  const refersTo = (page: string, folder: string) =>
    parts.get(page)?.some((address) => address.startsWith(`${folder}/`)) ?? false;
  return findPieceFolders(
    entries.map(({ path }) => path),
    refersTo,
  );
}

/** Returns the file under a name that fits its bytes, or the reason why it is not accepted. */
function judgeType({ entry, verdict, type }: Looked, limits: IntakeLimits): Found {
  const name = nameOf(entry.path);
  if (type === null) {
    if (mhtmlExtension.test(name))
      return { notTaken: { path: entry.path, reason: words.notSavedPage(fileExtension(name)) } };
    if (verdict === 'unknown') return leaveOut(entry, 'other');
    return { notTaken: { path: entry.path, reason: otherThanNamed(name) } };
  }
  const large = type && tooLarge(entry.sizeBytes, limits);
  if (large) return { notTaken: { path: entry.path, ...large } };
  if (type && isOfPages(type)) return { picture: toSource(entry) };
  if (type && isOfficeDocument(type.mediaType))
    return { office: { ...toSource(entry), name: nameWithEnding(name, type) } };
  if (type && !isDocument(type)) return leaveOut(entry, 'picture');
  return { file: toFile(entry, type ? nameWithEnding(pageName(name), type) : name) };
}

function toSource({ path, sizeBytes, modifiedAt, open }: ChosenEntry): IntakeFile {
  return { path, name: nameOf(path), sizeBytes, ...(modifiedAt !== undefined && { modifiedAt }), open };
}

function toFile(entry: ChosenEntry, name: string): IntakeFile {
  return {
    path: [...entry.path.split('/').slice(0, -1), name].join('/'),
    name,
    sizeBytes: entry.sizeBytes,
    async open() {
      const blob = await entry.open();
      const head = new Uint8Array(await blob.slice(0, judgedBytes).arrayBuffer());
      const type = typeByBytes(name, head);
      if (type && isDocument(type)) return blob;
      throw new RefusedFile(otherThanNamed(name), ...(type && !isOfPages(type) ? (['picture'] as const) : []));
    },
  };
}

const isDocument = ({ mediaType }: FileType) => mediaType === 'application/pdf' || mediaType === webPage.mediaType;
const nameOf = (path: string) => path.split('/').at(-1) ?? path;
