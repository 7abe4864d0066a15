import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pages } from '#contract/addresses.ts';
import { readerOutcomes, watchReader, type ReaderOutcome } from '#test/support/reader.ts';
import { openBrowser } from '#test/support/browser.ts';
import { openLibrarian, type Librarian } from '#test/support/library.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';

/**
 * `npm run samples`: sends every file of a folder of difficult PDFs (`../shared/samples/torture`, or the one named as an
 * argument) through upload and reader. Each must show a page, ask for its password, or say that it cannot be shown; a
 * crash, a hang, an uncaught error in the page or a 5xx counts as failed. Prints the count of each.
 */
const folder = path.resolve(
  process.argv[2] ?? path.join(import.meta.dirname, '..', '..', 'shared', 'samples', 'torture'),
);
if (!existsSync(folder)) {
  process.stdout.write(`There is no folder ${folder}; name one: npm run samples -- FOLDER\n`);
  process.exit(0);
}

type Outcome = ReaderOutcome | 'refused at upload' | 'failed';
const counts = new Map<Outcome, string[]>();
const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf')).sort();

{
  await using server = await openTestServer({ withPages: true });
  const librarian = await openLibrarian(server.url);
  await using browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 } });
  for (const [index, name] of names.entries()) {
    const outcome = await tryFile(server, librarian, context, name, index);
    counts.set(outcome.is, [...(counts.get(outcome.is) ?? []), outcome.why ? `${name} (${outcome.why})` : name]);
    process.stdout.write(
      `${String(index + 1).padStart(4)} of ${names.length}  ${outcome.is.padEnd(22)} ${name}${outcome.why ? `: ${outcome.why}` : ''}\n`,
    );
  }
}

process.stdout.write('\n');
for (const kind of [...readerOutcomes, 'refused at upload', 'failed'] as const) {
  process.stdout.write(`${String(counts.get(kind)?.length ?? 0).padStart(4)}  ${kind}\n`);
}
process.stdout.write(`${String(names.length).padStart(4)}  files in all\n`);
process.exitCode = counts.has('failed') ? 1 : 0;

async function tryFile(
  server: TestServer,
  librarian: Librarian,
  context: Awaited<ReturnType<Awaited<ReturnType<typeof openBrowser>>['newContext']>>,
  name: string,
  index: number,
): Promise<{ is: Outcome; why?: string }> {
  const bytes = await readFile(path.join(folder, name));
  const id = `torture-${index}`;
  try {
    await librarian.upload(name, bytes, id);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return /: 400 /.test(said) ? { is: 'refused at upload', why: said } : { is: 'failed', why: said };
  }
  const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
  await librarian.publish('note', { ...place, title: name, fileId: id }, id);
  const page = await context.newPage();
  try {
    const { outcome, errors } = await watchReader(page, `${server.url}${pages.material(id)}?open=${id}`);
    const wrong = errors.filter((error) => !error.startsWith('log:'));
    return wrong.length > 0 ? { is: 'failed', why: wrong.join('; ') } : { is: outcome };
  } catch (error) {
    return { is: 'failed', why: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  } finally {
    await page.close();
  }
}
