import { expect, test } from 'vitest';
import { explain } from './backup-problem.ts';

/** Returns an error of the file system, as Node reports it. */
const refusal = (path: string) =>
  Object.assign(new Error(`EACCES: permission denied, open '${path}'`), { code: 'EACCES', path });

test('names the target if a refused permission was for writing, and otherwise the file that was to be read', () => {
  const place = '/var/lib/examshelf';
  for (const failed of [place, `${place}.restoring/library`, '/var/lib', `${place}/files/3f`])
    expect(explain(refusal(failed), place)).toMatchObject({
      message: `${place} cannot be written to by this user (EACCES)`,
    });
  for (const failed of ['/root/backup', '/root/backup/files/3f/3f0c', '/var/lib/examshelf-backup'])
    expect(explain(refusal(failed), place)).toMatchObject({
      message: `${failed} cannot be opened by this user (EACCES); check its owner`,
    });
});
