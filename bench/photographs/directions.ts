import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { createPageMaker, type PageMaker } from '#server/library/photographs/page-maker.ts';
import { createOcr } from '#server/library/text-extraction/ocr/create-ocr.ts';
import { photographKind } from '#test/support/photographed-sheet.ts';
import { sheetKinds, type SheetKind } from '#test/support/sheet-kinds.ts';

const directions = [0, 90, 180, 270] as const;
/** EXIF of a phone that was held rotated clockwise by 90, 180 and 270 degrees. */
const stored = [
  { turn: 270, orientation: 6 },
  { turn: 180, orientation: 3 },
  { turn: 90, orientation: 8 },
];

/**
 * Measures which photographs become upright pages: each kind of sheet in `test/support/sheet-kinds.ts`, lying in four
 * directions, and held in another way with its direction in EXIF; with recognition, and without. `+` is upright, a
 * number the degrees by which the page is rotated then.
 */
export async function measureDirections(folder: string): Promise<string[]> {
  const log = pino({ level: 'warn' });
  const scratch = path.join(folder, 'directions');
  const ocr = await createOcr({ languages: ['eng', 'nep'], scratch: path.join(scratch, 'ocr'), log });
  const openEngine = async () => ({ findTurn: ocr.findTurn, close: async () => {} });
  const makers = {
    'with recognition': createPageMaker({ scratch: path.join(scratch, 'reading'), openEngine, log }),
    without: createPageMaker({ scratch: path.join(scratch, 'other'), openEngine: null, log }),
  };
  const columns = [...directions.map((turn) => `${turn}°`), 'EXIF'];
  const head = columns.map((name) => name.padStart(6)).join('');
  const lines = [
    `  ${''.padEnd(44)}${Object.keys(makers)
      .map((name) => name.padEnd(30))
      .join('  ')}`,
  ];
  lines.push(
    `  ${'sheet'.padEnd(44)}${Object.keys(makers)
      .map(() => head)
      .join('  ')}`,
  );
  const upright = Object.keys(makers).map(() => columns.map(() => 0));
  const times = Object.keys(makers).map(() => 0);
  const file = path.join(folder, 'sheet.jpg');
  try {
    for (const [index, kind] of (Object.keys(sheetKinds) as SheetKind[]).entries()) {
      const cells = Object.keys(makers).map((): string[] => []);
      for (const [column, photograph] of (await photographAll(kind, index)).entries()) {
        await writeFile(file, photograph.jpeg);
        for (const [row, maker] of Object.values(makers).entries()) {
          const start = performance.now();
          const left = ((await turnOf(maker, file)) + photograph.turn) % 360;
          times[row] = (times[row] ?? 0) + performance.now() - start;
          const counts = upright[row];
          if (left === 0 && counts) counts[column] = (counts[column] ?? 0) + 1;
          cells[row]?.push((left === 0 ? '+' : String(left)).padStart(6));
        }
      }
      lines.push(`  ${kind.padEnd(44)}${cells.map((each) => each.join('')).join('  ')}`);
    }
    const sums = upright.map((counts) => counts.map((count) => String(count).padStart(6)).join(''));
    lines.push(`  ${`upright, of ${Object.keys(sheetKinds).length}`.padEnd(44)}${sums.join('  ')}`);
    const means = times.map((sum) => `${Math.round(sum / (columns.length * Object.keys(sheetKinds).length))} ms`);
    lines.push(`  ${'a page'.padEnd(44)}${means.map((mean) => mean.padStart(30)).join('  ')}`);
    return lines;
  } finally {
    for (const maker of Object.values(makers)) await maker.close();
    await ocr.close();
  }
}

/** `turn`: degrees clockwise by which the sheet lies, after EXIF was applied. */
async function photographAll(kind: SheetKind, index: number): Promise<{ jpeg: Buffer; turn: number }[]> {
  const all: { jpeg: Buffer; turn: number }[] = [];
  for (const turn of directions) all.push({ jpeg: (await photographKind(kind, { turn })).jpeg, turn });
  const held = stored[index % stored.length];
  const jpeg = await sharp(await sharp(all[0]?.jpeg).rotate(held?.turn).toBuffer())
    .withMetadata({ orientation: held?.orientation ?? 1 })
    .toBuffer();
  return [...all, { jpeg, turn: 0 }];
}

async function turnOf(maker: PageMaker, file: string): Promise<number> {
  const made = await maker.make(file, { sha256: null, keepsWhole: false }, new AbortController().signal);
  if (!('bytes' in made)) throw new Error(`no page: ${made.state}`);
  return made.turn;
}
