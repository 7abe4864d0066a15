import { BookOpen, FileQuestion, NotebookPen, Zap } from 'lucide-react';
import { classes } from '#app/ui/classes.ts';
import type { MaterialKind } from '#domain/material.ts';

const icons = { paper: FileQuestion, note: NotebookPen, revision: Zap, book: BookOpen };

const colours: Record<MaterialKind, string> = {
  paper: 'text-paper-kind',
  note: 'text-note-kind',
  revision: 'text-revision-kind',
  book: 'text-book-kind',
};

const grounds: Record<MaterialKind, string> = {
  paper: 'bg-paper-kind-tint',
  note: 'bg-note-kind-tint',
  revision: 'bg-revision-kind-tint',
  book: 'bg-book-kind-tint',
};

/** The bare icon of a kind in its colour. */
export function KindIcon({ kind, className }: { kind: MaterialKind; className?: string }) {
  const Icon = icons[kind];
  return <Icon aria-hidden="true" className={classes(colours[kind], className ?? 'size-5')} />;
}

/** The icon of a kind on its tint: the same wherever that kind appears. */
export function KindTile({ kind, className }: { kind: MaterialKind; className?: string }) {
  return (
    <span className={classes('grid size-11 shrink-0 place-items-center rounded-card', grounds[kind], className)}>
      <KindIcon kind={kind} />
    </span>
  );
}
