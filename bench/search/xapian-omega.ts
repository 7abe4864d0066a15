import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { residentBytes } from '#bench/resident.ts';

const run = promisify(execFile);

/** Debian's path of the program for queries. Its version 1.4 runs one query and ends (CGI). */
const debianCgi = '/usr/lib/cgi-bin/omega/omega';

/** Timeout far longer than any query: a hanging program must not block the bench. */
const longestQueryMs = 120_000;

/** Characters of the indexer's output that are stored, to show the last of it. */
const longestComplaint = 2000;

/** Stemming algorithm of our words and of FTS5's `porter`, so that all three find the same pages. */
const stemmer = 'porter';

/** Page numbers are stored, texts are stored for excerpts, indexed with positions, and used for corrections. */
const indexScript = 'page : field\ntext : field spell index\n';

/** Response to a query: an error, the number of matches, the time, another spelling, the ten best with excerpts. */
const template = `$httpheader{Content-Type,text/plain}$set{stemmer,${stemmer}}$set{flag_wildcard,1}
$set{flag_spelling_correction,$cgi{SPELL}}
error $error
matches $msize
seconds $time
suggestion $suggestion
$hitlist{page $field{page} $snippet{$field{text}}
}`;

export type XapianHit = { page: number; excerpt: string };
export type XapianAnswer = {
  matches: number;
  /** Time to find and rank the pages, without the start, opening the database and the excerpts. */
  matchMs: number;
  suggestion: string;
  hits: XapianHit[];
};
export type XapianIndex = {
  seconds: number;
  mostMemoryBytes: number;
  sizeBytes: number;
  /**
   * Starts a process that returns the ten best pages with all the words. The number of matches is an estimate, as usual
   * there, unless `countTo` sets the number up to which they are counted. Another spelling is only suggested if
   * `spelling` is set, because it is also searched for words that are found.
   */
  search(query: string, options?: { countTo?: number; spelling?: boolean }): Promise<XapianAnswer>;
};
export type XapianOmega = { version: string; index(folder: string, texts: Iterable<string>): Promise<XapianIndex> };

/** Returns Xapian's indexer, compactor and CGI program as Debian installs them, or null if one of them is missing. */
export async function findXapianOmega(cgi = debianCgi): Promise<XapianOmega | null> {
  try {
    await access(cgi, constants.X_OK);
    await run('xapian-compact', ['--version']);
    const { stdout } = await run('scriptindex', ['--version']);
    const version = /\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? 'of unknown version';
    return { version, index: (folder, texts) => makeIndex(cgi, folder, texts) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Returns one page of the dump that `scriptindex` reads: lines of a value after its first begin with `=`. */
export function toDump(page: number, text: string): string {
  return `page=${page}\ntext=${text.replaceAll('\n', '\n=')}\n\n`;
}

/** Returns the same query in Xapian's syntax, in which a single word in quotation marks would not be stemmed. */
export function fromFts5(match: string): string {
  return match.replaceAll(/"(\w+)"/g, '$1');
}

async function makeIndex(cgi: string, folder: string, texts: Iterable<string>): Promise<XapianIndex> {
  await mkdir(folder, { recursive: true });
  const inFolder = (name: string) => path.join(folder, name);
  await writeFile(inFolder('index-script'), indexScript);
  await writeFile(inFolder('answer'), template);
  await writeFile(inFolder('omega.conf'), `database_dir ${folder}\ntemplate_dir ${folder}\n`);
  const begin = performance.now();
  const mostMemoryBytes = await fillDatabase(inFolder('grown'), inFolder('index-script'), texts);
  await run('xapian-compact', [inFolder('grown'), inFolder('pages')]);
  const seconds = (performance.now() - begin) / 1000;
  await rm(inFolder('grown'), { recursive: true });
  return {
    seconds,
    mostMemoryBytes,
    sizeBytes: await sizeOf(inFolder('pages')),
    search: (query, { countTo, spelling } = {}) =>
      ask(cgi, inFolder('omega.conf'), {
        DB: 'pages',
        FMT: 'answer',
        P: query,
        ...(countTo === undefined ? {} : { MINHITS: String(countTo) }),
        ...(spelling ? { SPELL: '1' } : {}),
      }),
  };
}

/** Returns the peak memory of the indexer. */
async function fillDatabase(database: string, script: string, texts: Iterable<string>): Promise<number> {
  const child = spawn('scriptindex', ['--overwrite', `--stemmer=${stemmer}`, database, script], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (bytes: Buffer) => (complaint = `${complaint}${bytes.toString()}`.slice(-longestComplaint)));
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  let most = 0;
  const watch = setInterval(() => {
    void residentBytes(child.pid ?? 0).then((bytes) => (most = Math.max(most, bytes ?? 0)));
  }, 200);
  try {
    const [written, [code, signal]] = await Promise.all([
      pipeline(Readable.from(dumpOf(texts)), child.stdin).then(
        () => null,
        (error: unknown) => error,
      ),
      ended,
    ]);
    if (code !== 0) throw new Error(`scriptindex ended with ${code ?? signal}: ${complaint.trim()}`);
    if (written !== null) throw new Error('scriptindex did not read all pages', { cause: written });
  } finally {
    clearInterval(watch);
  }
  return most;
}

function* dumpOf(texts: Iterable<string>): Generator<string> {
  let page = 0;
  for (const text of texts) yield toDump((page += 1), text);
}

async function sizeOf(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(path.join(folder, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function ask(cgi: string, settings: string, parameters: Record<string, string>): Promise<XapianAnswer> {
  const { stdout } = await run(cgi, [], {
    env: {
      OMEGA_CONFIG_FILE: settings,
      REQUEST_METHOD: 'GET',
      QUERY_STRING: new URLSearchParams(parameters).toString(),
    },
    timeout: longestQueryMs,
  });
  const field = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(stdout)?.[1];
  const matches = field('matches');
  // Errors are pages, too: those of the query with our template, others without.
  if (matches === undefined || field('error')) throw new Error(`omega answers "${parameters['P']}" with: ${stdout}`);
  return {
    matches: Number(matches),
    matchMs: Number(field('seconds')) * 1000,
    suggestion: field('suggestion') ?? '',
    hits: [...stdout.matchAll(/^page (\d+) (.*)$/gm)].map(([, page, excerpt = '']) => ({
      page: Number(page),
      excerpt,
    })),
  };
}
