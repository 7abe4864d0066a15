import { structureProblem } from '#contract/attribute-faults.ts';
import type { Problem } from '#contract/problems.ts';
import type { MaterialChange } from '#domain/material.ts';
import type { Records } from '#server/engines/database/database.ts';
import { unavailable } from '#server/engines/database/sqlite/read-limits.ts';
import type { PasswordTrial } from '#server/library/pictures/inspector.ts';

/** Tests if a password opens a stored file. */
export type TryPassword = (fileId: string, password: string) => Promise<PasswordTrial>;

/**
 * Throws Problem `document_invalid_structure` unless the password opens the file, and `general_service_unavailable`
 * if that can't be tested now. A missing file is left to `requireFiles`.
 */
export async function requirePassword(
  { files }: Pick<Records, 'files'>,
  tryPassword: TryPassword,
  { fileId, password }: { fileId: string; password: string },
): Promise<void> {
  const file = await files.find(fileId);
  if (!file?.isFinished) return;
  const trial = file.mimeType === 'application/pdf' ? await tryPassword(fileId, password) : 'not-locked';
  if (trial === 'unknown') throw cannotTry();
  if (trial !== 'opens') throw structureProblem(`Attribute "filePassword" ${trialFaults[trial]}`);
}

/** Faults of a password; each text begins with a verb. */
const trialFaults = {
  wrong: 'does not open the file. Check capital letters and the keyboard',
  'not-locked': 'must be null: the file opens without a password',
};

export function cannotTry(): Problem {
  return unavailable('The password could not be checked now. Please try again in a moment.');
}

/**
 * Same for a sent update of a material that has the file `ownFileId`. Returns the file for which the password was
 * checked, or null if there was none to check. Invalid input is reported where it is used.
 */
export async function requireSentPassword(
  records: Pick<Records, 'files'>,
  tryPassword: TryPassword,
  sent: () => MaterialChange,
  ownFileId: string | null,
): Promise<string | null> {
  let draft: MaterialChange;
  try {
    draft = sent();
  } catch {
    return null;
  }
  const fileId = draft.fileId ?? ownFileId;
  if (typeof draft.filePassword !== 'string' || fileId === null) return null;
  await requirePassword(records, tryPassword, { fileId, password: draft.filePassword });
  return fileId;
}

/** Returns the update, which also removes the password and its note if they belonged to the replaced file. */
export function withoutOldPassword(before: { fileId: string }, change: MaterialChange): MaterialChange {
  const isReplaced = change.fileId !== undefined && change.fileId !== before.fileId;
  return isReplaced ? { filePassword: null, filePasswordNote: null, ...change } : change;
}
