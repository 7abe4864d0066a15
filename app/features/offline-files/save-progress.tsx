import { ProgressBar } from '#app/ui/progress-bar.tsx';
import * as words from '#messages/offline-files/state.ts';
import { writeProgress } from './saved-words.ts';
import { cancelSaving } from './saved-records.ts';
import { percentOf, type GroupProgress } from './save-group.ts';

/** Shows the progress of the materials saved with one action, with a button to cancel the rest. */
export function SaveProgress({ group }: { group: GroupProgress }) {
  return (
    <div>
      <ProgressBar
        label={words.saving(group.title)}
        text={writeProgress(group)}
        percent={percentOf(group)}
        onCancel={() => void Promise.all(group.members.map(cancelSaving))}
      />
      {/* Rendered from the start, because only changes inside a live region are read out. */}
      <output className="mt-1 block min-h-[1lh] text-sm text-muted">{group.isWaiting && words.waiting}</output>
    </div>
  );
}
