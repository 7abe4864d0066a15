import { photographTypes } from '#contract/photographs.ts';
import { Problem } from '#contract/problems.ts';
import { isOfficeDocument } from '#domain/file-type.ts';
import type { Database, FileRecord, LinkedPhotograph } from '#server/engines/database/database.ts';
import { packageFor } from '#server/library/office/find-libreoffice.ts';
import type { NoPdf } from '#server/library/office/office-converter.ts';
import type { NoPage } from './page-maker.ts';
import type { PhotographRequest, PhotographWork, StoredPhotograph } from './photograph-service.ts';

/**
 * Returns the photographs, or the one office document, with their files. Throws `Problem` if a file is missing or of
 * another type, and if there is anything besides a document.
 */
export async function findSources(
  { files }: Pick<Database, 'files'>,
  sources: readonly LinkedPhotograph[],
): Promise<StoredPhotograph[]> {
  return Promise.all(
    sources.map(async (linked) => {
      const file = await files.find(linked.photographId);
      if (!file?.isFinished)
        throw new Problem('storage_file_not_found', `The photograph ${linked.photographId} could not be found.`);
      const { name, mimeType } = file;
      if (isOfficeDocument(mimeType)) {
        if (sources.length > 1) throw unsupported(`"${name}" becomes a PDF of its own. Send it alone.`);
      } else if (!photographTypes.includes(mimeType)) {
        throw unsupported(
          `"${name}" isn't a photograph. A PDF is made from JPEG, PNG, WebP and HEIC pictures, or of an office document.`,
        );
      }
      return { ...linked, file };
    }),
  );
}

const unsupported = (message: string) => new Problem('storage_file_type_unsupported', message);

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

/** Explains why no PDF was made of the office document, and what to do. */
export function explainNoPdf(
  state: NoPdf['state'] | 'missing',
  { name, mimeType }: Pick<FileRecord, 'name' | 'mimeType'>,
): string {
  switch (state) {
    case 'damaged':
      return `"${name}" could not be opened: it may be damaged, or have a password. Save it as a PDF, and add that.`;
    case 'too-large':
      return `"${name}" needs too much memory, or its PDF is too large for this library. Save it as a PDF, and add that.`;
    case 'too-slow':
      return `"${name}" takes too long to convert. Save it as a PDF, and add that.`;
    case 'missing':
      return `"${name}" is no longer stored as it was sent. Add it again.`;
    case 'not-installed':
      return `"${name}" can't be converted until LibreOffice is installed on the server (in Debian: ${packageFor(mimeType)}). Or save it as a PDF, and add that.`;
    case 'unavailable':
      return `"${name}" cannot be converted at the moment. Please try again.`;
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
