import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { openBrowser } from '#test/support/browser.ts';
import { makeContactSheets } from './shots/contact-sheets.ts';
import { writeGalleryPage } from './shots/gallery-page.ts';
import { shotGroups } from './shots/groups.ts';
import { pictureName, sizes, themes } from './shots/shot.ts';
import { openStages } from './shots/stages.ts';
import { takeShots } from './shots/take-shots.ts';

/**
 * `npm run shots`: takes pictures of every screen and state, phone, tablet and desktop, light and dark, into
 * `test/output/shots`, with an `index.html` and contact sheets, `sheet-….png`. Words after `--` select sizes and themes
 * of that name, and shots whose name contains one of the other words. If a state can't be reached, prints the reason
 * and exits with 1.
 */
const folder = path.join(import.meta.dirname, '..', 'test', 'output', 'shots');

const words = process.argv.slice(2);
const wantedSizes = narrow(sizes, (size) => words.includes(size.name));
const wantedThemes = narrow(themes, (theme) => words.includes(theme));
const nameWords = words.filter(
  (word) => !sizes.some((size) => size.name === word) && !themes.some((theme) => theme === word),
);
const shots = shotGroups
  .flatMap((group) => group.shots)
  .filter(({ name }) => nameWords.length === 0 || nameWords.some((word) => name.includes(word)));
const wanted = wantedSizes.flatMap((size) =>
  shots.filter((shot) => shot.sizes?.includes(size.name) ?? true).map((shot) => ({ shot, size })),
);

const begun = performance.now();
await mkdir(folder, { recursive: true });
for (const name of await readdir(folder)) {
  // Pictures of an earlier run would be mistaken for new ones.
  const isOldSheet = wantedSizes.some((size) =>
    wantedThemes.some((theme) => name.startsWith(`sheet-${size.name}-${theme}-`)),
  );
  if (words.length === 0 || isOldSheet) await rm(path.join(folder, name), { recursive: true });
}
const taken = await takeAll();
for (const size of wantedSizes) {
  for (const theme of wantedThemes) {
    const pictures = shots
      .map((shot) => pictureName(shot, size, theme))
      .filter((name) => taken.pictures.includes(name));
    if (pictures.length > 0) await makeContactSheets({ folder, size, theme, pictures });
  }
}
await writeGalleryPage(folder, shotGroups);

const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
process.stdout.write(
  `${taken.pictures.length} pictures in ${minutes} minutes; open ${path.relative(process.cwd(), path.join(folder, 'index.html'))}\n`,
);
for (const failure of taken.failures) process.stdout.write(`failed: ${failure}\n`);
process.exitCode = taken.failures.length === 0 ? 0 : 1;

async function takeAll() {
  await using browser = await openBrowser();
  await using stages = await openStages(browser);
  return await takeShots({ browser, stages, folder, themes: wantedThemes }, wanted);
}

/** Returns the selected items; all if none was selected. */
function narrow<Item>(all: readonly Item[], isAsked: (item: Item) => boolean): readonly Item[] {
  const asked = all.filter(isAsked);
  return asked.length > 0 ? asked : all;
}
