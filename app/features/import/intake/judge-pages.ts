import { groupBy } from '#domain/text/group-by.ts';
import { reasons } from '#messages/import/intake.ts';
import type { LeftOutKind } from './file-kinds.ts';
import { fewestWords, type PageFacts } from './page-facts.ts';

/** Minimum number of words of a page with content. */
const fewWords = 5;
/** Minimum number of code pages in a folder that counts as a program listing. */
const listingPages = 20;

export type JudgedPage = { path: string; facts: PageFacts };
type Kind = Extract<LeftOutKind, 'project' | 'listing' | 'blank'>;

/**
 * Finds the HTML pages that are not materials: pages with hardly any text, pages with code, and pages of a web project
 * or a program listing. `paths` are all files of the folder or archive. Never includes a page that looks like a paper.
 */
export function findUselessPages(
  pages: readonly JudgedPage[],
  paths: ReadonlySet<string>,
): Map<string, { kind: Kind; reason: string }> {
  const found = new Map<string, Kind>();
  const candidates = pages.filter(({ facts }) => !readsLikePaper(facts));
  const projects = findProjectFolders(paths);
  for (const page of candidates) {
    const kind = judgeAlone(page, paths) ?? (projects.has(folderOf(page.path)) ? 'project' : null);
    if (kind) found.set(page.path, kind);
  }
  const byFolder = groupBy(pages, ({ path }) => folderOf(path));
  for (const here of byFolder.values()) judgeTogether(here, found);
  return new Map(Array.from(found, ([path, kind]) => [path, { kind, reason: reasons[kind] }]));
}

function judgeAlone({ path, facts }: JudgedPage, paths: ReadonlySet<string>): Kind | null {
  const { words, isCode, hasOwnPicture, isInteractive, assets } = facts;
  if (hasOwnPicture) return null;
  if (assets.some((address) => paths.has(resolve(path, address)))) return isCode ? 'listing' : 'project';
  if (isCode) return 'listing';
  if (words < fewWords) return 'blank';
  return (isInteractive || assets.length > 0) && words < fewestWords ? 'project' : null;
}

/**
 * Judges the pages of each folder together: pages with little text are exercises, and if most pages of a folder are of
 * one kind, the other pages count as that kind too.
 */
function judgeTogether(here: readonly JudgedPage[], found: Map<string, Kind>): void {
  const judged = here.filter(({ path }) => found.has(path) && found.get(path) !== 'blank');
  if (judged.length < 2) return;
  const isListing = judged.filter(({ path }) => found.get(path) === 'listing').length * 2 >= judged.length;
  const kind = isListing ? 'listing' : 'project';
  const short = here.filter(({ path, facts }) => !found.has(path) && facts.words < fewestWords);
  for (const { path, facts } of short) if (!readsLikePaper(facts)) found.set(path, kind);
  const share = here.filter(({ path }) => found.has(path)).length / here.length;
  if (share < 0.5) return;
  // A program wrote hundreds of pages, some of which may look like papers.
  const isGenerated = isListing && here.length >= listingPages;
  for (const { path, facts } of here) if (isGenerated || !readsLikePaper(facts)) found.set(path, kind);
}

/** Code has numbers in brackets as well. */
function readsLikePaper({ paper, isCode }: PageFacts): boolean {
  return paper === 'words' || (paper === 'numbers' && !isCode);
}

/** Finds folders with a start page next to style sheets, scripts, or folders that contain these. */
function findProjectFolders(paths: ReadonlySet<string>): Set<string> {
  const starts = new Set<string>();
  const withAssets = new Set<string>();
  for (const path of paths) {
    const folder = folderOf(path);
    if (/\/index\.x?html?$/i.test(`/${path}`)) starts.add(folder);
    if (!/\.(?:css|js|mjs|jsx|ts|php|scss)$/i.test(path)) continue;
    withAssets.add(folder);
    if (/\/(?:css|js|styles?|scripts?|assets|static|src|lib)$/i.test(`/${folder}`)) withAssets.add(folderOf(folder));
  }
  return new Set([...starts].filter((folder) => withAssets.has(folder)));
}

/** Returns the pictures that pages show: pictures in exercises are not papers. */
export function findPictures(pages: readonly JudgedPage[]): Set<string> {
  return new Set(pages.flatMap(({ path, facts }) => facts.parts.map((address) => resolve(path, address))));
}

const folderOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf('/'), 0));

/** Returns the path of a file that a page refers to. */
function resolve(page: string, address: string): string {
  const steps = page.split('/').slice(0, -1);
  for (const step of address.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}
