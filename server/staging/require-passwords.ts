import { Problem } from '#contract/problems.ts';
import type { Database } from '#server/database/database.ts';
import type { StagedRecord } from '#server/database/staging-records.ts';
import { requirePassword, type TryPassword } from '#server/materials/require-password.ts';

/** Trying one takes a tenth of a second, and more people do not wait for. */
const maxFiles = 50;

/** Throws Problem `general_argument_invalid` unless the password opens the files of all these rows. */
export async function requirePasswords(
  parts: { database: Pick<Database, 'files'>; tryPassword: TryPassword },
  rows: readonly StagedRecord[],
  password: string,
): Promise<void> {
  const refuse = (reason: string) => new Problem('general_argument_invalid', `Invalid \`told\` param: ${reason}`);
  if (rows.length > maxFiles) throw refuse(`a password can be set for at most ${maxFiles} files at once.`);
  for (const { path, fileId, file } of rows) {
    if (!file?.isFinished) throw refuse(`“${path}” has not arrived yet, so its password cannot be tried.`);
    try {
      await requirePassword(parts.database, parts.tryPassword, { fileId, password });
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      throw refuse(`“${path}”: ${error.message}`);
    }
  }
}
