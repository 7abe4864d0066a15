import { CircleHelp, CornerDownRight, Pencil } from 'lucide-react';
import { certaintyWords, type Certainty } from './row-words.ts';

/** Marks the certainty of a value by an icon, and words for screen readers. Renders nothing for a sure value. */
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
