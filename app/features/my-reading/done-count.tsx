import { classes } from '#app/ui/classes.ts';
import * as words from '#messages/my-reading/subject.ts';
import { donePapers } from './done-papers.ts';
import { useEntries } from './stored-entries.ts';

/** Renders how many of these papers are marked as done on this device: `3 of 5 done`; nothing if none is. */
export function DoneCount({ papers, className }: { papers: readonly { id: string }[]; className?: string }) {
  const marked = useEntries(donePapers);
  const done = papers.filter(({ id }) => marked.has(id)).length;
  if (done === 0) return null;
  return <p className={classes('no-print text-accent', className)}>{words.doneOf(done, papers.length)}</p>;
}
