import { pathOfPages } from '#domain/photograph-groups.ts';
import {
  inspectPictures,
  maxPictures,
  type HashedPicture,
  type LeftOutPicture,
} from '#app/features/import/intake/inspect-pictures.ts';
import type { IntakeFile } from '#app/features/import/intake/intake-file.ts';
import { planPages, type PagePlan, type PathOfPages } from '#app/features/import/intake/plan-pages.ts';
import type { ProjectFolders } from '#app/features/import/intake/project-folders.ts';
import { hash } from './hash.ts';
import { Stopped } from './import-error.ts';
import type { LibraryClient } from './library-client.ts';
import { findKnownPdfs, makePdfs } from './make-pdfs.ts';
import type { Staged } from './stage-files.ts';

/** `make` PDFs of pictures, only `show` the plan, or `skip` them. */
export type PictureMode = 'make' | 'show' | 'skip';

/** Plan for pictures. */
export type PictureOutcome = {
  /** PDFs that were made, or would be made. */
  pdfs: PathOfPages[];
  /** Rows of earlier runs whose missing pictures are sent. */
  rows: PathOfPages[];
  /** Left to a person in the panel. */
  doubtful: (PagePlan['groups'][number] & { path: string })[];
  leftOut: LeftOutPicture[];
};

type Parts = {
  client: LibraryClient;
  pictures: readonly IntakeFile[];
  /** Complete. */
  folders: ProjectFolders;
  mode: PictureMode;
  /** Gets rows, refusals and failures. */
  staged: Staged;
  signal: AbortSignal;
  wait: (milliseconds: number) => Promise<unknown>;
  say: (text: string) => void;
  /** Called with the plan before the PDFs are made. */
  onPlan: (outcome: PictureOutcome) => void;
};

/**
 * Groups pictures, and lets the library make the PDFs whose groups are certain. Never rejects: failures are in
 * `staged`.
 */
export async function stagePictures(parts: Parts): Promise<PictureOutcome | null> {
  const { pictures, mode, staged, onPlan } = parts;
  if (pictures.length === 0 || mode === 'skip') return null;
  try {
    const outcome = await plan(parts);
    onPlan(outcome);
    const pdfs = [...outcome.rows, ...outcome.pdfs].map(({ path, pictures: sources }) => ({ path, sources }));
    if (mode === 'make') await makePdfs(parts, pdfs);
    return outcome;
  } catch (error) {
    staged.failure ??= parts.signal.aborted ? new Stopped() : (error as Error);
    return null;
  }
}

async function plan({ client, pictures, folders, staged, signal, say }: Parts): Promise<PictureOutcome> {
  const pages: HashedPicture[] = [];
  const leftOut: LeftOutPicture[] = [];
  let read = 0;
  for await (const found of inspectPictures(pictures, { folders, hash, signal })) {
    say(`${(read += 1)} of ${pictures.length} pictures read`);
    if ('notTaken' in found) staged.refused.push(found.notTaken);
    else if ('leftOut' in found) leftOut.push(found.leftOut);
    else if (pages.length < maxPictures) pages.push(found.page);
    else staged.refused.push({ path: found.page.path, reason: `More than ${maxPictures} pictures: import it alone.` });
  }
  const { groups, rows, leftOut: known } = planPages(pages, await findKnownPdfs(client, pages));
  const used = new Set(rows.map(({ path }) => path.toLowerCase()));
  const named = groups.map((group) => ({ ...group, path: pathOfPages(pathsOf(group.pictures), used) }));
  return {
    pdfs: named.filter(({ doubt }) => doubt === null),
    rows,
    doubtful: named.filter(({ doubt }) => doubt !== null),
    leftOut: [...leftOut, ...known],
  };
}

const pathsOf = (pictures: readonly HashedPicture[]) => pictures.map(({ path }) => path);
