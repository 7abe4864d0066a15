const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it is missing',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  EMFILE: 'too many files are open',
  EIO: 'the disk reports errors',
};

/**
 * Returns the reason why one of the operator's files could not be read, in parentheses, as the end of a message; '' if it
 * is unknown.
 */
export function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === '' ? '' : ` (${reasons[code] ?? code})`;
}
