import { countWords } from './kind-words.ts';
import { KindIcon } from './kind-icon.tsx';
import { materialKinds, type MaterialKind } from '#domain/material.ts';

/** How much a subject holds of each kind, as icons with numbers; says so when it holds nothing. */
export function SubjectCounts({ counts }: { counts: Partial<Record<MaterialKind, number>> }) {
  const held = materialKinds.filter((kind) => counts[kind]);
  if (held.length === 0) return <p className="text-sm text-muted">Nothing here yet</p>;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {held.map((kind) => {
        const words = countWords(kind, counts[kind] ?? 0);
        return (
          <li key={kind} data-tooltip={words} className="flex items-center gap-1.5">
            <KindIcon kind={kind} className="size-4" />
            <span aria-hidden="true">{counts[kind]}</span>
            <span className="sr-only">{words}</span>
          </li>
        );
      })}
    </ul>
  );
}
