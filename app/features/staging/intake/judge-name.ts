import type { IntakeLimits } from './intake-limits.ts';

/** `skip`: nobody misses it, e.g. what systems add to folders. */
export type NameVerdict = 'take' | 'archive' | 'skip' | { reason: string };

/** What systems and programs leave in folders and archives. */
const leftBySystems = new Set(['thumbs.db', 'ehthumbs.db', 'desktop.ini', 'icon\r', '__macosx', '$recycle.bin']);

const documents = new Set(['pdf', 'html', 'htm']);

/** Kinds of files that people ask for, and what to do with them. */
const advice: readonly (readonly [extensions: string, reason: string])[] = [
  ['jpg jpeg png webp heic heif gif avif bmp tif tiff', 'It is a picture. Make one PDF of the pages first.'],
  ['doc docx odt rtf ppt pptx odp pps ppsx xls xlsx ods txt md', 'Save it as a PDF first.'],
  ['rar 7z tar gz tgz bz2 xz', 'Archives of this kind are not opened. Use a zip archive, or unpack it first.'],
];
const reasons = new Map(advice.flatMap(([list, reason]) => list.split(' ').map((each) => [each, reason] as const)));

/** Whether a file is taken, by its path and size alone; the server judges its bytes. */
export function judgeName(path: string, sizeBytes: number, limits: Pick<IntakeLimits, 'fileBytes'>): NameVerdict {
  const steps = path.split('/');
  const name = steps.at(-1) ?? '';
  if (steps.some((step) => step.startsWith('.') || step.startsWith('~$') || leftBySystems.has(step.toLowerCase())))
    return 'skip';
  if (sizeBytes === 0) return 'skip';
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (extension === 'zip') return 'archive';
  if (!documents.has(extension)) return { reason: reasons.get(extension) ?? 'Only PDF and HTML files are taken.' };
  if (sizeBytes > limits.fileBytes)
    return { reason: `It is larger than ${Math.floor(limits.fileBytes / 1024 / 1024)} MB, the largest file accepted.` };
  return 'take';
}
