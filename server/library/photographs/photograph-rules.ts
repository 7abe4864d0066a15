import { photographTypes } from '#contract/photographs.ts';
import { Problem } from '#contract/problems.ts';
import type { Database, LinkedPhotograph } from '#server/engines/database/database.ts';
import type { NoPage } from './page-maker.ts';
import type { PhotographRequest, PhotographWork, StoredPhotograph } from './photograph-service.ts';

/** Returns the photograph with its file. Throws `Problem` if the file is missing or not a photograph. */
export async function findPhotograph(
  { files }: Pick<Database, 'files'>,
  linked: LinkedPhotograph,
): Promise<StoredPhotograph> {
  const file = await files.find(linked.photographId);
  if (!file?.isFinished)
    throw new Problem('storage_file_not_found', `The photograph ${linked.photographId} could not be found.`);
  if (!photographTypes.includes(file.mimeType)) {
    throw new Problem(
      'storage_file_type_unsupported',
      `"${file.name}" isn't a photograph. A PDF is made from JPEG, PNG, WebP and HEIC pictures.`,
    );
  }
  return { ...linked, file };
}

/** Returns the work if it belongs to that request; otherwise throws that the id already exists. */
export function requireSame(work: PhotographWork, { photographs }: PhotographRequest): PhotographWork {
  const write = (all: readonly LinkedPhotograph[]) =>
    JSON.stringify(all.map(({ photographId, turn, keepsWhole }) => [photographId, turn, keepsWhole]));
  if (write(work.photographs) !== write(photographs)) throw idIsTaken();
  return work;
}

/** Explains why no page could be made from the photograph with that name, and what to do. */
export function explainNoPage(state: NoPage['state'], name: string): string {
  switch (state) {
    case 'damaged':
      return `"${name}" is damaged or was cut off on its way. Remove it, or add it again from where it was taken.`;
    case 'too-large':
      return `"${name}" has more than 120 million pixels. Make it smaller, and add it again.`;
    case 'too-slow':
      return `"${name}" takes too long to open. Save it as a JPEG, and add it again.`;
    case 'missing':
      return `"${name}" is no longer stored as it was sent. Add it again.`;
    case 'unavailable':
      return 'The PDF cannot be made at the moment. Please try again.';
  }
}

export function idIsTaken(): Problem {
  return new Problem('storage_file_already_exists', 'A storage file with the requested ID already exists.');
}

export function tooManyWait(): Problem {
  return new Problem('general_service_unavailable', 'Many PDFs are being made. Please try again in a minute.', {
    headers: { 'Retry-After': '60' },
  });
}
