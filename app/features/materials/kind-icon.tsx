import { classes } from '#app/ui/classes.ts';
import type { MaterialKind } from '#domain/material.ts';
import { kindLooks } from './kind-looks.ts';

/** Renders the icon of a kind in its colour, without a background. */
export function KindIcon({ kind, className }: { kind: MaterialKind; className?: string }) {
  const { icon: Icon, colour } = kindLooks[kind];
  return <Icon aria-hidden="true" className={classes(colour, className ?? 'size-5')} />;
}

/** Renders the icon of a kind on its tint. */
export function KindTile({ kind, className }: { kind: MaterialKind; className?: string }) {
  return (
    <span
      className={classes('grid size-11 shrink-0 place-items-center rounded-card', kindLooks[kind].ground, className)}
    >
      <KindIcon kind={kind} />
    </span>
  );
}
