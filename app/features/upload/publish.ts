import type { Client } from 'appwrite';
import type { FileAnswer } from '#contract/document.ts';
import type { Site } from '#contract/shelf.ts';
import type { Material, MaterialChange } from '#domain/material.ts';
import { problemOf } from '#app/features/session/library-problem.ts';
import type { SignedInCaller } from '#app/features/session/signed-in-caller.ts';
import { findTwin, removeTwinFile } from './find-twin.ts';
import { isSameMaterial } from './material-edit.ts';
import { coverToSend, draftOf, type ChosenFile, type MaterialForm } from './material-form.ts';
import { changeMaterial, createMaterial, readMaterial, restoreMaterial } from './material-records.ts';
import { uploadFile, type UploadProgress } from './upload-client.ts';

/** What putting something on the shelf needs from around it. */
export type PublishSetting = {
  site: Site;
  client: Client;
  callSignedIn: SignedInCaller;
  signal: AbortSignal;
  /** Told how far all the files together are; the record follows when everything has gone. */
  onProgress: (progress: UploadProgress) => void;
  /** Ids of files that were begun before; this adds to it. */
  begunFileIds: Set<string>;
  /** Asked when the same bytes are on the shelf already; false leaves it at that. */
  confirmTwin: (twin: Material) => Promise<boolean>;
};

/** The material as it now is, and what the library found worth saying about its files. */
export type Published = { material: Material; warnings: string[] };

/** The person saw that the same file is on the shelf already and let it be. */
export class TwinDeclined extends Error {
  constructor(twin: Material) {
    super(`The same file is already in the library as "${twin.title}". Nothing was published.`);
    this.name = 'TwinDeclined';
  }
}

/**
 * Sends the files of a form without faults, then makes the record (bytes first: a record never points at nothing).
 * Rejects as `uploadFile` does, with the SDK's exception, or with `TwinDeclined`; trying again with the same ids goes on
 * where it stopped.
 */
export async function publishMaterial(setting: PublishSetting, form: MaterialForm): Promise<Published> {
  const [stored, cover] = await sendFiles(setting, [form.file, coverToSend(form)]);
  if (stored) await settleTwin(setting, stored);
  setting.signal.throwIfAborted();
  const make = () => createMaterial(setting, form.kind, form.materialId, draftOf(form));
  const material = await setting.callSignedIn(make);
  return { material, warnings: warningsOf(stored, cover) };
}

/** Somebody else has changed the material since it was read; `theirs` is what they made of it. */
export class EditConflict extends Error {
  readonly theirs: Material;

  constructor(theirs: Material) {
    super(`"${theirs.title}" has been changed since you opened it.`);
    this.name = 'EditConflict';
    this.theirs = theirs;
  }
}

/** How often a change is tried again that another one of no consequence came before. */
const maxTries = 3;

/**
 * Sends the files that replace others, if any, then changes what is to change of the record as it was read. Rejects
 * with `EditConflict` when somebody else changed it meanwhile; `isRestored` takes it out of the trash first.
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
  setting.signal.throwIfAborted();
  let { material } = input;
  if (isRestored) {
    await callSignedIn(() => restoreMaterial(setting, material));
    material = await readUnlessChanged(setting, material);
  }
  for (let tries = 1; ; tries += 1) {
    try {
      const saved = await callSignedIn(() => changeMaterial(setting, material, changes));
      return { material: saved, warnings: warningsOf(stored, cover) };
    } catch (error) {
      if (problemOf(error)?.type !== 'document_update_conflict' || tries === maxTries) throw error;
      material = await readUnlessChanged(setting, material);
    }
  }
}

/** The material as it now is, provided that it says the same as before. */
async function readUnlessChanged(setting: PublishSetting, material: Material): Promise<Material> {
  const theirs = await setting.callSignedIn(() => readMaterial(setting, material));
  if (!isSameMaterial(material, theirs)) throw new EditConflict(theirs);
  return theirs;
}

/** Sends what was chosen, one after the other, telling the progress of the whole. */
async function sendFiles(
  setting: PublishSetting,
  chosen: readonly (ChosenFile | null)[],
): Promise<(FileAnswer | null)[]> {
  const { site, callSignedIn, signal, begunFileIds } = setting;
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
    const isResumed = begunFileIds.has(each.fileId);
    begunFileIds.add(each.fileId);
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

/** Throws `TwinDeclined` when the same bytes are on the shelf and the person does not want them there twice. */
async function settleTwin(setting: PublishSetting, stored: FileAnswer): Promise<void> {
  const twin = await setting.callSignedIn(() => findTwin(setting, stored));
  if (!twin || (await setting.confirmTwin(twin))) return;
  await setting.callSignedIn(() => removeTwinFile(setting, stored.$id));
  throw new TwinDeclined(twin);
}

function warningsOf(...answers: (FileAnswer | null | undefined)[]): string[] {
  return answers.flatMap((answer) => answer?.warning ?? []);
}
