import { Problem } from '#contract/problems.ts';
import type { StagedRecord } from '#server/engines/database/staging-records.ts';
import { cannotTry, type TryPassword } from '#server/library/materials/require-password.ts';

/** Trying a password takes a tenth of a second per file: at most five seconds for a request. */
const maxFiles = 50;

const faults = { wrong: 'does not open', 'not-locked': 'is not needed for' };

/** Throws Problem `general_argument_invalid` unless the password opens the files of all these rows. */
export async function requirePasswords(
  tryPassword: TryPassword,
  rows: readonly StagedRecord[],
  password: string,
): Promise<void> {
  const refuse = (reason: string) => new Problem('general_argument_invalid', reason);
  if (rows.length > maxFiles) throw refuse(`A password can be set for at most ${maxFiles} files at once.`);
  for (const { path, fileId, file } of rows) {
    if (!file?.isFinished) throw refuse(`“${path}” has not arrived yet, so its password cannot be tried.`);
    const trial = file.mimeType === 'application/pdf' ? await tryPassword(fileId, password) : 'not-locked';
    if (trial === 'unknown') throw cannotTry();
    if (trial !== 'opens') throw refuse(`The password ${faults[trial]} “${path}”.`);
  }
}
