import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBrowser } from '#test/support/browser.ts';
import { findCrampedText } from '#test/support/cramped.ts';
import { mark, writePseudoLanguage } from './pseudo-language.ts';
import { shotGroups } from './shots/groups.ts';
import { sizes } from './shots/shot.ts';
import { longTitles, openStages } from './shots/stages.ts';
import { takeShots } from './shots/take-shots.ts';
import { findUnmarkedTexts } from './shots/unmarked-texts.ts';

/**
 * `npm run find:untranslated`: builds the pages in a language from right to left that marks its messages, brings every
 * screen and state up on a phone, and prints the texts without marks, each with the first screen that shows it, and what
 * is cut off or overlaps. Texts of the catalogue and
 * of the libraries that are shown are no messages. Words after `--` select screens whose name contains one of them. The
 * next start builds the pages in English again.
 */

const root = path.join(import.meta.dirname, '..');
const words = process.argv.slice(2);
const shots = shotGroups
  .flatMap((group) => group.shots)
  .filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

await writePseudoLanguage(root);
// In a process of its own, because React chooses its development or production code when it is loaded.
execFileSync(process.execPath, ['scripts/build.mjs', 'pseudo'], { cwd: root, stdio: 'inherit' });
const folder = await mkdtemp(path.join(tmpdir(), 'untranslated-'));
const found = new Map<string, string[]>();
const misplaced: string[] = [];
const { failures } = await inspectAll();
await rm(folder, { recursive: true, force: true });

const data = await readData();
const untranslated = Map.groupBy(
  [...found].filter(([text]) => /\p{L}{2}/u.test(withoutData(text))),
  ([text]) => text.replaceAll(/\d+/g, '#'),
);
for (const [text, groups] of [...untranslated].toSorted(([one], [other]) => one.localeCompare(other)))
  process.stdout.write(`${groups[0]?.[1][0]}: ${text}\n`);
for (const fault of misplaced) process.stdout.write(`from right to left, ${fault}\n`);
for (const failure of failures) process.stdout.write(`not reached: ${failure}\n`);
process.exitCode = failures.length + misplaced.length === 0 ? 0 : 1;

async function inspectAll() {
  await using browser = await openBrowser();
  await using stages = await openStages(browser);
  const inspect = async ({ name }: { name: string }, page: Parameters<typeof findUnmarkedTexts>[0]) => {
    for (const text of await findUnmarkedTexts(page, mark)) found.set(text, [...(found.get(text) ?? []), name]);
    for (const fault of await findCrampedText(page)) misplaced.push(`${name}: ${fault}`);
  };
  const [phone] = sizes;
  const wanted = shots.map((shot) => ({ shot, size: sizes.find(({ name }) => shot.sizes?.includes(name)) ?? phone }));
  return await takeShots({ browser, stages, folder, themes: [], inspect }, wanted);
}

/** Returns what is left of a text without the names of the catalogue and of materials. */
function withoutData(text: string): string {
  return data.names.reduce((rest, name) => rest.replaceAll(name, ''), data.texts.includes(text) ? '' : text);
}

/**
 * Returns the texts of the catalogue, the samples, the sample discussions and the operator's pages, and the names among
 * them, the longest first.
 */
async function readData(): Promise<{ texts: string; names: string[] }> {
  const texts = [await readFile(path.join(root, 'app/features/forum/sample-forum.ts'), 'utf8')];
  const names = new Set<string>(longTitles);
  for (const folder of ['catalogue', 'samples', 'content', 'content/pages']) {
    for (const entry of await readdir(path.join(root, folder), { withFileTypes: true })) {
      if (!/\.(?:json|md)$/.test(entry.name)) continue;
      const text = await readFile(path.join(root, folder, entry.name), 'utf8');
      texts.push(text);
      if (entry.name.endsWith('.json'))
        JSON.parse(text, (_key, value: unknown) => {
          if (typeof value === 'string' && value.length > 2) names.add(value);
        });
    }
  }
  return {
    texts: texts.join('\n').replaceAll(/\s+/g, ' '),
    names: [...names].toSorted((one, other) => other.length - one.length),
  };
}
