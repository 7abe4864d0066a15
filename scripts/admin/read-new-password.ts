import { readFile } from 'node:fs/promises';
import { makePassword } from '#server/accounts/passwords.ts';

/** A terminal, a pipe, or what a test puts in their place. */
export type Input = AsyncIterable<Buffer | string> & {
  isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
};
export type Output = { write(text: string): unknown };

/** More than any password that is accepted, in bytes. */
const maxBytes = 4096;

/**
 * A new password: made up, from a file, from a pipe, or typed twice without being shown. Never an argument of the
 * command: those are visible to everyone on the machine and stay in the shell's history.
 * Throws an Error with a sentence when there is none.
 */
export async function readNewPassword(
  { isMadeUp, file }: { isMadeUp: boolean; file: string | null },
  { stdin, stderr }: { stdin: Input; stderr: Output },
): Promise<string> {
  if (isMadeUp) return makePassword();
  if (file !== null) return firstLine((await readFile(file)).subarray(0, maxBytes).toString());
  if (!stdin.isTTY) return firstLine(await readPipe(stdin));
  const keys = readKeys(stdin);
  stdin.setRawMode?.(true);
  try {
    const password = await ask('New password: ', keys, stderr);
    if (password !== (await ask('The same again: ', keys, stderr)))
      throw new Error('The two passwords differ. Nothing was changed.');
    return password;
  } finally {
    stdin.setRawMode?.(false);
    // Stops reading, or the command would wait for more keys for ever.
    await keys.return();
  }
}

async function readPipe(stdin: Input): Promise<string> {
  let text = '';
  for await (const piece of stdin) {
    text += piece.toString();
    if (text.length > maxBytes) break;
  }
  return text;
}

/** A file's last line break is not part of the password; nor is anything behind the first line. */
function firstLine(text: string): string {
  const line = text.split(/\r?\n/, 1)[0] ?? '';
  if (line === '') throw new Error('The password is empty. Nothing was changed.');
  return line;
}

async function* readKeys(stdin: Input): AsyncGenerator<string, void> {
  // A letter of several bytes may come in pieces.
  const decoder = new TextDecoder();
  for await (const piece of stdin) yield* typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
}

const enter = new Set(['\r', '\n']);
const backspace = new Set(['\u007f', '\b']);
const controlC = '\u0003';
const controlD = '\u0004';
const controlU = '\u0015';

/** One line of keys, not shown. */
async function ask(question: string, keys: AsyncGenerator<string, void>, output: Output): Promise<string> {
  output.write(question);
  let line = '';
  for (;;) {
    const { value: key, done } = await keys.next();
    if (done || key === controlC || key === controlD) {
      output.write('\n');
      throw new Error('Cancelled. Nothing was changed.');
    }
    if (enter.has(key)) break;
    if (backspace.has(key)) line = [...line].slice(0, -1).join('');
    else if (key === controlU) line = '';
    else line += key;
  }
  output.write('\n');
  return line;
}
