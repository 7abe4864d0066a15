import { BookOpen, FileQuestion, NotebookPen, Zap, type LucideIcon } from 'lucide-react';
import type { MaterialKind } from '#domain/material.ts';

/** The icon of a kind, and the classes of its colours (app/styles/tokens.css). */
type KindLook = { icon: LucideIcon; colour: string; ground: string; edge: string };

export const kindLooks: Record<MaterialKind, KindLook> = {
  paper: { icon: FileQuestion, colour: 'text-paper-kind', ground: 'bg-paper-kind-tint', edge: 'border-paper-kind' },
  note: { icon: NotebookPen, colour: 'text-note-kind', ground: 'bg-note-kind-tint', edge: 'border-note-kind' },
  revision: { icon: Zap, colour: 'text-revision-kind', ground: 'bg-revision-kind-tint', edge: 'border-revision-kind' },
  book: { icon: BookOpen, colour: 'text-book-kind', ground: 'bg-book-kind-tint', edge: 'border-book-kind' },
};
