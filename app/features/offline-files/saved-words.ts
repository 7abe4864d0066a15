import { formatPart } from '#app/features/materials/figures.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/offline-files/state.ts';
import type { SavedProblem } from './saved-database.ts';
import type { GroupProgress } from './save-group.ts';

/** Label of the button that solves each problem; null if the user can only dismiss the material. */
export const problemActions: Readonly<Record<SavedProblem, string | null>> = {
  full: actions.tryAgain,
  gone: null,
  replaced: words.saveNewVersion,
  damaged: words.saveAgain,
  refused: null,
};

/** Writes a progress: `23 of 61 papers · 3.4 of 9.6 MB`; the part of the file for a single material. */
export function writeProgress({ kind, count, done, bytes, received }: GroupProgress): string {
  const part = formatPart(received, bytes);
  return count === 1 ? part : words.progress(kind, { done, count }, part);
}
