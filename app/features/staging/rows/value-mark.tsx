import { CircleHelp, CornerDownRight, Pencil } from 'lucide-react';
import { certaintyWords, type Certainty } from './row-words.ts';

/** How sure a value is: a small icon, and words for screen readers. Nothing for a value that is sure. */
export function ValueMark({ certainty }: { certainty: Certainty }) {
  if (certainty === 'sure') return null;
  const Icon = { doubtful: CircleHelp, missing: CircleHelp, manual: Pencil, inherited: CornerDownRight }[certainty];
  return (
    <>
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="sr-only">, {certaintyWords[certainty]}</span>
    </>
  );
}
