import { Pin } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';
import * as words from '#messages/my-reading/subject.ts';
import { pinId, pinnedSubjects, type PinnedSubject } from './pinned-subjects.ts';
import { putEntry, removeEntry, useEntries } from './stored-entries.ts';

/** Pins a subject to Home, on this device only, or unpins it. */
export function PinButton({ subject }: { subject: PinnedSubject }) {
  const id = pinId(subject);
  const isPinned = useEntries(pinnedSubjects).has(id);
  return (
    <Button
      variant="secondary"
      size="small"
      // As wide as the longer of its labels, so that nothing next to it moves.
      className="min-w-24"
      aria-label={isPinned ? words.unpinSubject(subject.name) : words.pinSubject(subject.name)}
      onClick={() => (isPinned ? removeEntry(pinnedSubjects, id) : putEntry(pinnedSubjects, id, subject))}
    >
      <Pin aria-hidden="true" className={`size-4 ${isPinned ? 'fill-accent' : ''}`} />
      <span>{isPinned ? words.unpin : words.pin}</span>
    </Button>
  );
}
