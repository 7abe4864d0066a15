import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Refuses phrases that are not plain English in every text on screen. */

const root = path.join(import.meta.dirname, '..');

/** The searched files: sources with texts of pages, messages and descriptions, and the documents. */
const places = [
  'app',
  'messages',
  'server',
  'contract',
  'domain',
  'scripts',
  'bench',
  'content',
  'docs/contract-guide.md',
  'README.md',
  'main.ts',
];

/** A refused phrase and its replacement. */
const refused: [phrase: string, instead: string][] = [
  ["Begin at the exam board's own site", "Start at the exam board's website"],
  ['in preparation', 'coming'],
  ['have a look at it', 'See a preview'],
  ['on one shelf', 'in one place'],
  ['for everybody.', 'free for everyone'],
  ['for the last evening', 'for the night before'],
  ['they are nobody in particular', 'These are examples, not real people'],
  ['could stand here', 'could be here'],
  ['Books stand in', 'Books are in'],
  ['How it is ordered', "How it's organised"],
  ['go on where I stopped', 'pick up where I left off'],
  ["no room on the reader's bars", 'More tools are in the More menu'],
  ['is retried by itself', 'retries automatically'],
  ['Small pages', 'Thumbnails'],
  ['Next hit', 'Next match'],
  ['Previous hit', 'Previous match'],
  ['No hits', 'No matches'],
  ['Rotate back', 'Rotate left'],
  ['Back to where you jumped', 'Go back'],
  ['is no PDF', "isn't a PDF"],
  ['whatever its name says', "isn't a PDF"],
  ['password is not right', 'Wrong email or password'],
  ['Give the password', 'Enter your password'],
  ['Give it a title', 'Enter a title'],
  ['what you were doing goes on', 'to continue'],
  ['too often in a short time', 'Too many attempts'],
  ['has a fault of its own', 'Something went wrong on the server'],
  ['wants your eye', 'needs attention'],
  ['could not be found out', "Couldn't check"],
  ['the catalogue no longer knows', 'no longer in the catalogue'],
  ['Delete for good', 'Delete permanently'],
  ['deleted for good', 'deleted permanently'],
  ['erased for good', 'permanently deleted'],
  ['they go for good', 'deleted permanently'],
  ['Publish it once more', 'Publish anyway'],
  ['The present cover', 'Current cover'],
  ['as it now is.', 'The updated …'],
  ['are gone and stay away', 'will not come back'],
  ['look after the shelf', 'run the library'],
  ['e-mail address', 'email address'],
  ['Look for another', 'Browse materials'],
  ['Find your way', 'Document navigation'],
  ['was not taken', 'was not added'],
  ['Nothing found for', 'No results for'],
  ['will do.', 'use …'],
  ['whatever its capitals', 'case is ignored'],
  ['must be sent with the file; unique() has one made', 'Send unique() to have one generated'],
  ['This is no HTTP', 'This is not a valid HTTP request'],
  ['in which nothing runs', 'without scripts'],
  ['could not be looked at', 'could not be inspected'],
  ['told on Linux', 'measured on Linux only'],
];

/** Returns every file in these folders with texts for users, without tests and generated files. */
function readSources(): [file: string, words: string][] {
  const files = places.flatMap((place) =>
    path.extname(place)
      ? [place]
      : readdirSync(path.join(root, place), { recursive: true, encoding: 'utf8' }).map((file) =>
          path.join(place, file),
        ),
  );
  return files
    .filter((file) => /\.(tsx?|md|json)$/.test(file) && !/\.(test|suite|gen)\.tsx?$/.test(file))
    .map((file) => [file, wordsOf(file, readFileSync(path.join(root, file), 'utf8'))]);
}

/** Returns a text without comments, on one line because a phrase may continue on the next one, and with straight apostrophes. */
function wordsOf(file: string, text: string): string {
  const said = /\.tsx?$/.test(file) ? text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '') : text;
  return said.replaceAll(/\s+/g, ' ').replaceAll('’', "'");
}

/** Returns the refused phrases in a text, with their replacements. */
function findRefused(words: string): string[] {
  return refused.filter(([phrase]) => words.includes(phrase)).map(([phrase, instead]) => `"${phrase}": ${instead}`);
}

test('no text on screen has a phrase that was replaced by plain English', () => {
  const sources = readSources();
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.flatMap(([file, words]) => findRefused(words).map((found) => `${file}: ${found}`))).toEqual([]);
});

test('a phrase on two lines is found, one in a comment is not', () => {
  expect(findRefused(wordsOf('a.tsx', '<h2>Your name could\n  stand here</h2>'))).toEqual([
    '"could stand here": could be here',
  ]);
  expect(findRefused(wordsOf('a.ts', '/** Small pages */\n  // Next hit\nconst one = 1;'))).toEqual([]);
});
