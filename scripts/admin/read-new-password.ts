import { readFile } from 'node:fs/promises';
import { makePassword } from '#server/library/accounts/passwords.ts';
import { whyUnreadable } from '#server/library/site-content/find-folder-fault.ts';

/** A terminal, a pipe, or a substitute in tests. */
export type Input = AsyncIterable<Buffer | string> & {
  isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
};
export type Output = { write(text: string): unknown; isTTY?: boolean };

/** Maximum length in bytes, longer than any accepted password. */
const maxBytes = 4096;

/**
 * Reads a new password: generated, from a file, from a pipe, or typed twice without being shown. Never reads it from an
 * argument: arguments are visible to everyone on the machine and stay in the shell's history. Throws an Error with a
 * sentence if there is no password.
 */
export async function readNewPassword(
  { isMadeUp, file }: { isMadeUp: boolean; file: string | null },
  { stdin, stderr }: { stdin: Input; stderr: Output },
): Promise<string> {
  if (isMadeUp) return makePassword();
  if (file !== null) return firstLine((await readPasswordFile(file)).subarray(0, maxBytes).toString());
  if (!stdin.isTTY) return firstLine(await readPipe(stdin));
  return askHidden(stdin, stderr, async (ask) => {
    const password = await ask('New password: ');
    if (password !== (await ask('The same again: '))) throw new Error('The two passwords differ. Nothing was changed.');
    return password;
  });
}

/** Lets `work` prompt for lines on a terminal, which are not shown unless `isShown`. Rejects on Ctrl-C. */
export async function askHidden<Result>(
  stdin: Input,
  stderr: Output,
  work: (ask: (question: string, isShown?: boolean) => Promise<string>) => Promise<Result>,
): Promise<Result> {
  const keys = readKeys(stdin);
  stdin.setRawMode?.(true);
  try {
    return await work((question, isShown = false) => readLine(question, keys, stderr, isShown));
  } finally {
    stdin.setRawMode?.(false);
    // Stop reading, or the command would never end.
    await keys.return();
  }
}

function readPasswordFile(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: unknown) => {
    throw new Error(`The file ${file} cannot be read${whyUnreadable(cause)}. Nothing was changed.`, { cause });
  });
}

async function readPipe(stdin: Input): Promise<string> {
  let text = '';
  for await (const piece of stdin) {
    text += piece.toString();
    if (text.length > maxBytes) break;
  }
  return text;
}

/** Returns the first line of a file, without its line break. */
function firstLine(text: string): string {
  const line = text.split(/\r?\n/, 1)[0] ?? '';
  if (line === '') throw new Error('The password is empty. Nothing was changed.');
  return line;
}

async function* readKeys(stdin: Input): AsyncGenerator<string, void> {
  // A character of several bytes may arrive in pieces.
  const decoder = new TextDecoder();
  for await (const piece of stdin) yield* typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
}

const enter = new Set(['\r', '\n']);
const backspace = new Set(['\u007f', '\b']);
const controlC = '\u0003';
const controlD = '\u0004';
const controlU = '\u0015';

/** Reads one line from the keyboard. */
async function readLine(
  question: string,
  keys: AsyncGenerator<string, void>,
  output: Output,
  isShown: boolean,
): Promise<string> {
  output.write(question);
  let line = '';
  for (;;) {
    const { value: key, done } = await keys.next();
    if (done || key === controlC || key === controlD) {
      output.write('\n');
      throw new Error('Cancelled. Nothing was changed.');
    }
    if (enter.has(key)) break;
    const before = line;
    if (backspace.has(key)) line = [...line].slice(0, -1).join('');
    else if (key === controlU) line = '';
    else line += key;
    if (isShown) output.write(line.startsWith(before) ? line.slice(before.length) : `\r\x1b[K${question}${line}`);
  }
  output.write('\n');
  return line;
}
