import type { Client } from 'appwrite';
import type { FileAnswer } from '#contract/schemas/document.ts';
import { isHidden } from '#contract/permissions.ts';
import type { Site } from '#contract/shelf.ts';
import { lockedPdf, portfolioPdf } from '#domain/file-warnings.ts';
import type { Material, MaterialChange, MaterialDraft } from '#domain/material.ts';
import { problemOf } from '#app/features/session/library-problem.ts';
import type { SignedInCaller } from '#app/features/session/signed-in-caller.ts';
import { findDuplicate, removeDuplicateFile, type Duplicate } from './find-duplicate.ts';
import { isSameMaterial } from './material-edit.ts';
import { coverToSend, draftOf, type ChosenFile, type MaterialForm } from '#app/features/upload/form/material-form.ts';
import { changeMaterial, createMaterial, readMaterial, restoreMaterial, showMaterial } from './material-records.ts';
import { uploadFile, type UploadProgress } from '#app/features/upload/transfer/upload-client.ts';
import * as editWords from '#messages/upload/edit.ts';
import * as words from '#messages/upload/questions.ts';

/** Dependencies of publishing. */
export type PublishSetting = {
  site: Site;
  client: Client;
  callSignedIn: SignedInCaller;
  signal: AbortSignal;
  /** Reports the progress of all files together; the record is created after they have been sent. */
  onProgress: (progress: UploadProgress) => void;
  /** Ids of files whose upload was started before; publishing adds to it. */
  startedFileIds: Set<string>;
  /** Called if the file is locked and the form has no password or note about it, or if the password is wrong. */
  askAboutLock: (asked: LockAnswer & { isWrong: boolean }) => Promise<LockAnswer | 'stop'>;
  /** Called if the papers are files inside the PDF. Returns false if the user doesn't want to use the PDF. */
  confirmPortfolio: () => Promise<boolean>;
  /** Called if the library has the same bytes already. */
  askAboutDuplicate: (duplicate: Duplicate) => Promise<DuplicateDecision>;
};

/** The password of a locked file, and the note about it, as shown to readers; null if there is neither. */
export type LockAnswer = Pick<MaterialDraft, 'filePassword' | 'filePasswordNote'>;

/** The user decided against a file that visitors could not read in this form. The message has the reason. */
export class FileDeclined extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileDeclined';
  }
}

/**
 * Decision about a file that the library already has. `bring-back`: restore or unhide the existing material instead.
 */
export type DuplicateDecision = 'publish' | 'stop' | 'bring-back';

/** The published or saved material, and the server's warnings about its files. */
export type Published = { material: Material; warnings: string[] };

/** The user decided against a file that the library already has. */
export class DuplicateDeclined extends Error {
  constructor(duplicate: Duplicate) {
    const name = duplicate.state === 'staged' ? duplicate.path : duplicate.material.title;
    super(words.sameFileThere(name));
    this.name = 'DuplicateDeclined';
  }
}

/** Instead of using the file, the user has restored or unhidden the material that already has it. */
export class BroughtBack extends Error {
  readonly material: Material;

  constructor(material: Material, state: 'hidden' | 'trash') {
    super(words.broughtBack(material.title, state, isHidden(material.permissions)));
    this.name = 'BroughtBack';
    this.material = material;
  }
}

/**
 * Sends the files of a valid form, then creates the record (files first, so that no record names a missing file). Rejects with
 * the errors of `uploadFile`, the SDK's exception, `DuplicateDeclined`, `FileDeclined` or `BroughtBack`; a retry with the same
 * ids resumes.
 */
export async function publishMaterial(setting: PublishSetting, form: MaterialForm): Promise<Published> {
  const [stored, cover] = await sendFiles(setting, [form.file, coverToSend(form)]);
  if (stored) await settleFile(setting, stored);
  setting.signal.throwIfAborted();
  const draft = draftOf(form);
  const make = (lock: LockAnswer) => createMaterial(setting, form.kind, form.materialId, { ...draft, ...lock });
  const material = await withLock(setting, draft, isLocked(stored), (lock) => setting.callSignedIn(() => make(lock)));
  return { material, warnings: warningsOf(stored, cover, material) };
}

/** Another user has changed the material since it was read; `theirs` is their version. */
export class EditConflict extends Error {
  readonly theirs: Material;

  constructor(theirs: Material) {
    super(editWords.conflict(theirs.title));
    this.name = 'EditConflict';
    this.theirs = theirs;
  }
}

/** Maximum number of retries of a change after a conflict that did not affect editable attributes. */
const maxTries = 3;

/**
 * Sends new files, if any, then changes the record. Rejects with the errors of `publishMaterial`, and with
 * `EditConflict` if another user changed the record meanwhile. With `isRestored`, restores it from the trash first.
 */
export async function saveMaterial(
  setting: PublishSetting,
  input: {
    material: Material;
    changes: MaterialChange;
    file: ChosenFile | null;
    cover: ChosenFile | null;
    isRestored: boolean;
  },
): Promise<Published> {
  const { changes, isRestored } = input;
  const { callSignedIn } = setting;
  const [stored, cover] = await sendFiles(setting, [input.file, input.cover]);
  if (stored) await settleFile(setting, stored, input.material.id);
  setting.signal.throwIfAborted();
  let { material } = input;
  if (isRestored) {
    await callSignedIn(() => restoreMaterial(setting, material));
    material = await readUnlessChanged(setting, material);
  }
  for (let tries = 1; ; tries += 1) {
    try {
      const change = (lock: Partial<LockAnswer>) =>
        callSignedIn(() => changeMaterial(setting, material, { ...changes, ...lock }));
      const known = { ...(stored ? noLock : material), ...changes };
      const concernsLock = isLocked(stored) || 'filePassword' in changes;
      const saved = concernsLock ? await withLock(setting, known, isLocked(stored), change) : await change({});
      return { material: saved, warnings: warningsOf(stored, cover, saved) };
    } catch (error) {
      if (problemOf(error)?.type !== 'document_update_conflict' || tries === maxTries) throw error;
      material = await readUnlessChanged(setting, material);
    }
  }
}

const noLock: LockAnswer = { filePassword: null, filePasswordNote: null };

const isLocked = (stored: FileAnswer | null | undefined) => stored?.warning === lockedPdf;

/**
 * Saves with the password and note that readers see. Asks for these first if the file is locked and has neither, and
 * again as long as the library reports that the password is wrong. Throws `FileDeclined`.
 */
async function withLock<Result>(
  setting: PublishSetting,
  known: LockAnswer,
  needsLock: boolean,
  save: (lock: LockAnswer) => Promise<Result>,
): Promise<Result> {
  let lock = { filePassword: known.filePassword, filePasswordNote: known.filePasswordNote };
  let asks = needsLock && lock.filePassword === null && lock.filePasswordNote === null;
  for (let isWrong = false; ; isWrong = true) {
    if (asks || isWrong) {
      const answer = await setting.askAboutLock({ ...lock, isWrong });
      if (answer === 'stop') throw new FileDeclined(words.noPassword);
      lock = answer;
      asks = false;
    }
    try {
      return await save(lock);
    } catch (error) {
      if (!isWrongPassword(error)) throw error;
    }
  }
}

function isWrongPassword(error: unknown): boolean {
  const problem = problemOf(error);
  return problem?.type === 'document_invalid_structure' && problem.message.includes('"filePassword" does not open');
}

/** Returns the current material if none of its editable attributes has changed; throws `EditConflict` otherwise. */
async function readUnlessChanged(setting: PublishSetting, material: Material): Promise<Material> {
  const theirs = await setting.callSignedIn(() => readMaterial(setting, material));
  if (!isSameMaterial(material, theirs)) throw new EditConflict(theirs);
  return theirs;
}

/** Sends the chosen files one after the other and reports the progress of all together. */
async function sendFiles(
  setting: PublishSetting,
  chosen: readonly (ChosenFile | null)[],
): Promise<(FileAnswer | null)[]> {
  const { site, callSignedIn, signal, startedFileIds } = setting;
  const totalBytes = chosen.reduce((sum, each) => sum + (each?.file.size ?? 0), 0);
  let finishedBytes = 0;
  if (totalBytes > 0) setting.onProgress({ sentBytes: 0, totalBytes });
  const answers: (FileAnswer | null)[] = [];
  for (const each of chosen) {
    if (!each) {
      answers.push(null);
      continue;
    }
    const before = finishedBytes;
    const isResumed = each.isStored === true || startedFileIds.has(each.fileId);
    startedFileIds.add(each.fileId);
    answers.push(
      await uploadFile({
        ids: site.ids,
        fileId: each.fileId,
        file: each.file,
        isResumed,
        signal,
        onProgress: ({ sentBytes }) => setting.onProgress({ sentBytes: before + sentBytes, totalBytes }),
        callSignedIn,
      }),
    );
    finishedBytes += each.file.size;
    setting.onProgress({ sentBytes: finishedBytes, totalBytes });
  }
  return answers;
}

/** Asks about a sent file that the library already has, or that is a portfolio, before it is used. */
async function settleFile(setting: PublishSetting, stored: FileAnswer, exceptId?: string): Promise<void> {
  await settleDuplicate(setting, stored, exceptId);
  if (stored.warning === portfolioPdf && !(await setting.confirmPortfolio()))
    throw new FileDeclined(words.portfolioDeclined);
}

/**
 * Asks the user if the library already has the same bytes. If the user doesn't want to use the file, deletes it and
 * throws `DuplicateDeclined` or `BroughtBack`.
 */
async function settleDuplicate(setting: PublishSetting, stored: FileAnswer, exceptId?: string): Promise<void> {
  const { callSignedIn } = setting;
  const duplicate = await callSignedIn(() => findDuplicate(setting, stored, exceptId));
  if (!duplicate) return;
  const decision = await setting.askAboutDuplicate(duplicate);
  if (decision === 'publish') return;
  const back = decision === 'bring-back' ? await callSignedIn(() => bringBack(setting, duplicate)) : null;
  await callSignedIn(() => removeDuplicateFile(setting, stored.$id));
  throw back ?? new DuplicateDeclined(duplicate);
}

async function bringBack(setting: PublishSetting, duplicate: Duplicate): Promise<BroughtBack | null> {
  if (duplicate.state !== 'trash' && duplicate.state !== 'hidden') return null;
  const { material, state } = duplicate;
  await (state === 'trash' ? restoreMaterial : showMaterial)(setting, material);
  return new BroughtBack(await readMaterial(setting, material), state);
}

/** Returns the warnings, without the one about the locked file if readers have the password. */
function warningsOf(
  stored: FileAnswer | null | undefined,
  cover: FileAnswer | null | undefined,
  { filePassword }: Material,
): string[] {
  const ofFile = isLocked(stored) && filePassword ? [] : [stored?.warning];
  return [...ofFile, cover?.warning].flatMap((warning) => warning ?? []);
}
