import type { MaterialAnswer } from '#contract/additions.ts';
import { api } from '#contract/addresses.ts';
import { materialFromDocument } from '#contract/to-document.ts';
import { MaterialGone } from './fetch-kept.ts';
import { readJson } from './keep-material.ts';
import { fetchWaiting } from './keep-queue.ts';
import type { KeptMaterial } from './kept-database.ts';
import { changeKept, KeepingCancelled, listKept } from './kept-records.ts';

/** The library is asked about a kept material at most so often, and about so many of them in one visit. */
const checkMs = 24 * 60 * 60_000;
const maxChecks = 50;

/**
 * To be called when the site was opened: goes on with what was not kept whole, and asks the library whether what is kept
 * is still there and the same. Only a definite answer of the library changes anything.
 */
export async function followKept(): Promise<void> {
  const kept = await listKept().catch(() => []);
  if (kept.length === 0) return;
  void fetchWaiting();
  const due = kept.filter(
    ({ file, problem, checkedAt }) => file && !problem && (checkedAt ?? 0) < Date.now() - checkMs,
  );
  if (due.length === 0 || !navigator.locks) return;
  await navigator.locks.request('examshelf-check-kept', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    for (const material of due.slice(0, maxChecks)) if (!(await check(material))) return;
  });
}

/** Returns whether the library answered. */
async function check({ id }: KeptMaterial): Promise<boolean> {
  try {
    const found = await readJson<MaterialAnswer>(api.material(id), new AbortController().signal);
    const { fileId } = materialFromDocument(found.kind, found.document);
    await note(id, (record) => {
      // The version that is kept keeps its own description.
      if (record.file?.fileId === fileId) record.document = found.document;
      else record.problem = 'replaced';
    });
    return true;
  } catch (error) {
    if (!(error instanceof MaterialGone)) return false;
    await note(id, (record) => {
      record.problem = 'gone';
    });
    return true;
  }
}

async function note(id: string, change: (record: KeptMaterial) => void): Promise<void> {
  await changeKept(id, (record) => {
    change(record);
    record.checkedAt = Date.now();
  }).catch((error: unknown) => {
    if (!(error instanceof KeepingCancelled)) throw error;
  });
}
