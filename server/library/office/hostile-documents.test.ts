import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileExtension, typeByBytes } from '#domain/file-type.ts';
import { withoutNetwork } from '#server/machinery/processes/without-network.ts';
import {
  makeLongDocx,
  makeMacroOdt,
  makeOdtWithFonts,
  makeSlowSheets,
  makeXmlBombs,
  makeZipBomb,
} from '#test/support/hostile-documents.ts';
import { makeDocx, makeOds, makeRtf, whyNoOffice } from '#test/support/office-documents.ts';
import { findRunning } from '#test/support/running-programs.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';
import { findLibreOffice } from './find-libreoffice.ts';
import { createOfficeConverter, officeLimits, type OfficeLimits } from './office-converter.ts';
import { openRecordingSite } from '#test/support/recording-site.ts';

const usual: OfficeLimits = { ...officeLimits, maxPdfBytes: 10_000_000 };
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'examshelf-hostile-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Given = {
  limits?: Partial<OfficeLimits>;
  find?: () => string | null;
  isolate?: () => Promise<readonly string[]>;
};

/** Converts a document, and checks that no file and no process is left. Returns `made` or why it was not made. */
async function convert(name: string, bytes: Buffer, { limits, ...more }: Given = {}): Promise<string> {
  const input = path.join(folder, 'input');
  await writeFile(input, bytes);
  const scratch = path.join(folder, 'scratch');
  await mkdir(scratch, { recursive: true });
  const log = pino({ level: 'silent' });
  const converter = createOfficeConverter({ scratch, log, limits: { ...usual, ...limits }, ...more });
  const mediaType = typeByBytes(name, bytes)?.mediaType ?? '';
  const document = { mediaType, extension: fileExtension(name) };
  const made = await converter.convert(input, document, new AbortController().signal);
  if ((await readdir(scratch)).length > 0) throw new Error('files were left');
  // A killed process is listed until its parent has collected it, on a busy machine a moment longer.
  await expect.poll(() => findRunning(scratch), { message: 'processes were left' }).toEqual([]);
  return 'bytes' in made ? 'made' : made.state;
}

/** Writes a program in the place of LibreOffice, with this shell script, and returns its folder. */
async function installProgram(script: string): Promise<string> {
  const program = path.join(folder, 'program');
  await mkdir(program, { recursive: true });
  await writeFile(path.join(program, 'libswlo.so'), '');
  await writeFile(path.join(program, 'soffice'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return program;
}

const font = await readFile('server/library/share-pictures/fonts/source-serif-4-latin-400.ttf');
/** A whole font, with zeros after it: LibreOffice unpacks it to a file. */
const padded = Buffer.concat([font, Buffer.alloc(20_000_000)]);
const seconds = (count: number) => ({ cpuMs: count * 1000 });

type Case = { name: string; make: () => Buffer; state: string; limits?: Partial<OfficeLimits>; isShort?: true };
const hostile: Case[] = [
  { name: 'entities.docx', make: () => makeXmlBombs().docx, state: 'damaged', isShort: true },
  { name: 'entities.odt', make: () => makeXmlBombs().odt, state: 'damaged' },
  { name: 'zip-bomb.docx', make: () => makeZipBomb(3000), state: 'damaged' },
  { name: 'pages.docx', make: () => makeLongDocx(100_000), state: 'too-slow', limits: seconds(4) },
  { name: 'formulas.xlsx', make: () => makeSlowSheets().xlsx, state: 'too-slow', limits: seconds(4) },
  { name: 'formulas.ods', make: () => makeSlowSheets().ods, state: 'too-slow', limits: seconds(4) },
  // LibreOffice 7.4 crashes.
  { name: 'font.odt', make: () => makeOdtWithFonts([font.subarray(0, 2000)]), state: 'damaged' },
  {
    name: 'large-fonts.odt',
    make: () => makeOdtWithFonts(Array.from({ length: 15 }, () => padded)),
    state: 'too-large',
    limits: { maxPdfBytes: 30_000_000, maxScratchBytes: 50_000_000 },
    isShort: true,
  },
];

describe.skipIf(whyNoOffice())('hostile documents', () => {
  test.each(casesOf('documents', hostile, ({ isShort }) => isShort === true))(
    '$name ends at its own limits, and the next document is made',
    async ({ name, make, state, limits }) => {
      expect(await convert(name, make(), { limits })).toBe(state);
      expect(await convert('next.rtf', makeRtf(['One']))).toBe('made');
    },
  );

  test.skipIf(isOnlyInSweep('documents'))(
    'the same documents are made while they are small',
    async () => {
      expect(await convert('few.docx', makeLongDocx(3))).toBe('made');
      expect(await convert('small.docx', makeZipBomb(1, 100))).toBe('made');
      expect(await convert('sheet.ods', makeOds(['of:=1+1']))).toBe('made');
      expect(await convert('font.odt', makeOdtWithFonts([font]))).toBe('made');
    },
    120_000,
  );

  test('no request leaves LibreOffice, also where it has a network', async () => {
    using site = await openRecordingSite();
    const address = site.url;
    const isolate = async () => [];
    const formulas = [`of:=WEBSERVICE(&quot;${address}/service&quot;)`];
    const sheet = makeOds(formulas, { source: `${address}/sheet.ods` });
    expect(await convert('a.ods', sheet, { isolate })).toBe('made');
    const references = { template: `${address}/template.dotx`, picture: `${address}/picture.png` };
    expect(await convert('a.docx', makeDocx(['Before'], references), { isolate })).toBe('made');
    expect(site.requests).toEqual([]);
  });

  /** Opens a document like a person, with the profile of the converter changed by this command of sed. */
  async function openWith(file: string, change: string): Promise<string> {
    const office = path.join(findLibreOffice() ?? '', 'soffice');
    const script = `sed -i ${change} profile/user/registrymodifications.xcu\nexec ${office} "$1" --headless --norestore document.odt`;
    const program = await installProgram(script);
    const bytes = makeMacroOdt(`Open "${file}" For Output As #1\nPrint #1, "ran"\nClose #1`);
    return convert('a.odt', bytes, { limits: { jobMs: 15_000 }, find: () => program });
  }

  test.skipIf(isOnlyInSweep('documents'))(
    'a document that is opened to be edited runs no macro either',
    async () => {
      const [open, closed] = [path.join(folder, 'open'), path.join(folder, 'closed')];
      expect(await openWith(open, "-e ''")).toBe('too-slow');
      expect(existsSync(open)).toBe(false);
      // Without the settings against macros.
      expect(await openWith(closed, "-e 's/>3</>0</' -e '/DisableMacrosExecution/d'")).toBe('too-slow');
      expect(existsSync(closed)).toBe(true);
    },
    120_000,
  );

  test('the macro of a document does not run', async () => {
    const file = path.join(folder, 'macro');
    const bytes = makeMacroOdt(`Open "${file}" For Output As #1\nClose #1`);
    expect(await convert('a.odt', bytes)).toBe('made');
    expect(existsSync(file)).toBe(false);
  });
});

const isolation = await withoutNetwork();

test.skipIf(isolation.length === 0)('LibreOffice has a network of its own, which is empty', async () => {
  const seen = path.join(folder, 'network');
  const program = await installProgram(`readlink /proc/self/ns/net > ${seen}`);
  expect(await convert('a.docx', makeDocx(['One']), { find: () => program })).toBe('damaged');
  expect((await readFile(seen, 'utf8')).trim()).not.toBe(await readlink('/proc/self/ns/net'));
});
