import { photographTypes } from '#contract/photographs.ts';
import { fileExtension, isOfficeDocument, typeByName, webPage, type FileType } from '#domain/file-type.ts';
import * as words from '#messages/import/intake.ts';
import { isConvertible, kindOfExtension, type LeftOutKind } from './file-kinds.ts';
import type { NotTaken, IntakeLimits } from './intake-file.ts';

/**
 * Verdict on a file by its name. `page` and `unknown` still need their first bytes; the other verdicts are final.
 * `picture`: may be a page of a paper. `office`: a document of which the library makes a PDF.
 */
export type NameVerdict = 'take' | 'page' | 'picture' | 'office' | 'unknown' | 'archive' | Omit<NotTaken, 'path'>;

/** Files that operating systems leave in folders and archives. */
const leftBySystems = new Set([
  'thumbs.db',
  'ehthumbs.db',
  'desktop.ini',
  'icon\r',
  '__macosx',
  '$recycle.bin',
  'system volume information',
  'lost+found',
]);

/** Files about a folder, and copies left by editors and downloads. */
const leftovers = [
  /^\./,
  /^[~_]\$/,
  /~$/,
  /^(?:readme|license|licence|copying|changelog|contributing|code_of_conduct|authors)(?:\.(?:md|txt|rst|markdown))?$/i,
  /\.(?:tmp|temp|bak|swp|swo|orig|part|crdownload|download)$/i,
  /^~.*\.tmp$/i,
];

/** Decides from path and size whether a file is accepted; the server judges its bytes. */
export function judgeName(path: string, sizeBytes: number, limits: Pick<IntakeLimits, 'fileBytes'>): NameVerdict {
  const steps = path.split('/');
  const name = steps.at(-1) ?? '';
  const leaveOut = (kind: LeftOutKind) => ({ kind, reason: words.reasons[kind] });
  if (steps.some((step) => step.startsWith('.') || leftBySystems.has(step.toLowerCase()))) return leaveOut('leftover');
  if (leftovers.some((pattern) => pattern.test(name))) return leaveOut('leftover');
  const extension = fileExtension(name).slice(1);
  const type = typeByName(name);
  const isDocument = type?.mediaType === 'application/pdf';
  const isPage = type?.mediaType === webPage.mediaType;
  const isPhotograph = isOfPages(type);
  const isOffice = isOfficeDocument(type?.mediaType ?? '');
  const kind = isDocument || isPage || isPhotograph || isOffice ? null : kindOfExtension(extension);
  if (sizeBytes === 0)
    return leaveOut(isDocument || isPhotograph || isOffice || isConvertible(kind ?? undefined) ? 'empty' : 'leftover');
  if (kind === 'archive') return 'archive';
  if (kind) return leaveOut(kind);
  if (!isDocument && !isPage && !isPhotograph && !isOffice) return 'unknown';
  return tooLarge(sizeBytes, limits) ?? (isPhotograph ? 'picture' : isOffice ? 'office' : isPage ? 'page' : 'take');
}

/** Returns the reason for a file whose bytes are not what its name says. */
export function otherThanNamed(name: string): string {
  const named = typeByName(name);
  if (!named) return words.reasons.other;
  return words.otherType(fileExtension(name), named.name);
}

/** True if the library makes pages of pictures of the type. */
export const isOfPages = (type: FileType | null): boolean => photographTypes.includes(type?.mediaType ?? '');

/** Returns the reason why a document is refused for its size; null if it is not refused. */
export function tooLarge(sizeBytes: number, limits: Pick<IntakeLimits, 'fileBytes'>): { reason: string } | null {
  if (sizeBytes <= limits.fileBytes) return null;
  return { reason: words.tooLarge(Math.floor(limits.fileBytes / 1024 / 1024)) };
}
