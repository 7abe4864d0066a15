import { photographLimits } from '#contract/photographs.ts';
import { groupPages, type GroupDoubt } from '#domain/photograph-groups.ts';
import type { PhotographedPdfsAnswer } from '#contract/schemas/answer-types.ts';
import * as words from '#messages/import/intake.ts';
import type { HashedPicture, LeftOutPicture } from './inspect-pictures.ts';

/** A PDF of the library that was, or will be, made of photographs or of an office document. */
export type KnownPdf = PhotographedPdfsAnswer['pdfs'][number];

/** `known`: some of these pictures, or pictures with the same names, are already in a PDF of the library. */
export type PlanDoubt = GroupDoubt | 'known';

export type PlannedGroup = { pictures: readonly HashedPicture[]; doubt: PlanDoubt | null };

/** A PDF under a path, by its pictures in the order of its pages. */
export type PathOfPages = { path: string; pictures: readonly HashedPicture[] };

/** The planned PDFs, and the pictures left out; nothing is sent yet. */
export type PagePlan = {
  groups: PlannedGroup[];
  /** Rows of earlier runs, with their pictures grouped as before; their PDFs may exist already. */
  rows: PathOfPages[];
  leftOut: LeftOutPicture[];
};

/**
 * Groups the pictures of an import so that the same pictures never become a second PDF. `pdfs` are the library's PDFs
 * that contain any of them. The same picture counts once within a PDF, and the same PDF once within an import.
 */
export function planPages(pictures: readonly HashedPicture[], pdfs: readonly KnownPdf[]): PagePlan {
  const rows = pdfs.flatMap((pdf) => findRow(pdf, pictures) ?? []);
  const begun = new Set(rows.filter(({ pdf }) => pdf.state === 'waiting').flatMap((row) => row.pictures));
  const made = pdfs.filter(({ state }) => state !== 'waiting');
  const plan: PagePlan = { groups: [], rows, leftOut: [] };
  const groups = groupPages(
    pictures.filter((picture) => !begun.has(picture)),
    photographLimits.maxPages,
  ).map((group) => {
    const { pages, copies } = withoutCopies(group.pictures);
    plan.leftOut.push(...copies);
    return {
      pages,
      doubt: group.doubt,
      key: pages
        .map(({ digest }) => digest)
        .toSorted()
        .join(),
    };
  });
  const best = new Map<string, readonly HashedPicture[]>();
  for (const { key, pages } of groups) if (isSaidBetter(pages, best.get(key))) best.set(key, pages);
  const ofRows = new Set(rows.map(({ pdf }) => pdf));
  for (const { pages, doubt, key } of groups) {
    const left = pages.filter((page) => !pdfOf(page, made));
    const kept = best.get(key) ?? pages;
    if (left.length === 0) plan.leftOut.push(...sayWhere(pages, made, ofRows));
    else if (kept !== pages) plan.leftOut.push(...pages.map((picture) => ({ picture, reason: sameAs(kept[0]) })));
    else if (left.length === pages.length) plan.groups.push({ pictures: pages, doubt });
    // A person has divided the pictures of this folder before; a page of another folder may belong to two papers.
    else plan.groups.push({ pictures: pages.filter((page) => !isOfFolder(page, made)), doubt: 'known' });
  }
  return plan;
}

/**
 * Returns the pictures of a row if all of them were chosen, preferring those in the row's folder to copies elsewhere.
 */
function findRow(pdf: KnownPdf, pictures: readonly HashedPicture[]): (PathOfPages & { pdf: KnownPdf }) | null {
  const { path, photographs, state } = pdf;
  if (path === null || state === 'trash' || state === 'hidden') return null;
  const found = photographs.flatMap((digest) => {
    const same = pictures.filter((picture) => picture.digest === digest);
    return same.find((picture) => folderOf(picture.path) === folderOf(path)) ?? same[0] ?? [];
  });
  return found.length === photographs.length ? { path, pictures: found, pdf } : null;
}

function withoutCopies(pictures: readonly HashedPicture[]): { pages: HashedPicture[]; copies: LeftOutPicture[] } {
  const firsts = new Map<string, HashedPicture>();
  const copies: LeftOutPicture[] = [];
  for (const picture of pictures) {
    const first = firsts.get(picture.digest);
    if (first) copies.push({ picture, reason: sameAs(first) });
    else firsts.set(picture.digest, picture);
  }
  return { pages: [...firsts.values()], copies };
}

/** True if these pictures are in deeper folders than the same pictures elsewhere. */
function isSaidBetter([one]: readonly HashedPicture[], other: readonly HashedPicture[] | undefined): boolean {
  const steps = (picture: HashedPicture | undefined) => picture?.path.split('/').length ?? 0;
  return steps(one) > steps(other?.[0]);
}

const sameAs = (picture: HashedPicture | undefined) => words.samePicture(picture?.path ?? '');

const pdfOf = ({ digest }: HashedPicture, pdfs: readonly KnownPdf[]) =>
  pdfs.find(({ photographs }) => photographs.includes(digest));

function isOfFolder(picture: HashedPicture, pdfs: readonly KnownPdf[]): boolean {
  return pdfs.some(
    ({ path, photographs }) =>
      path !== null && folderOf(path) === folderOf(picture.path) && photographs.includes(picture.digest),
  );
}

/**
 * Returns a sentence that names the PDFs in which the library has these pictures, except PDFs whose rows are listed.
 */
function sayWhere(
  pictures: readonly HashedPicture[],
  pdfs: readonly KnownPdf[],
  listed: ReadonlySet<KnownPdf>,
): LeftOutPicture[] {
  return pictures.flatMap((picture) => {
    const pdf = pdfOf(picture, pdfs);
    if (!pdf || pdf.state === 'waiting' || listed.has(pdf)) return [];
    return { picture, reason: words.pageOf(pdf.title, pdf.state), ...backOf(pdf) };
  });
}

function backOf({ state, materialId, title }: KnownPdf): Pick<LeftOutPicture, 'back'> {
  if (materialId === null || (state !== 'trash' && state !== 'hidden')) return {};
  return { back: { way: state === 'trash' ? 'restore' : 'show', materialId, title } };
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
