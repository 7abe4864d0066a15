import { classes } from '#app/ui/classes.ts';
import { materialKinds, type MaterialKind } from '#domain/material.ts';
import { KindIcon } from './kind-icon.tsx';
import { panelNames } from './kind-words.ts';

type KindSwitchProps = {
  /** The name of the group for screen readers. */
  label: string;
  /** The pressed button; null if none is. */
  value: MaterialKind | null;
  disabled?: boolean;
  onChange: (kind: MaterialKind) => void;
};

/** Chooses one of the four kinds by pressing its button. */
export function KindSwitch({ label, value, disabled = false, onChange }: KindSwitchProps) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2 min-[18rem]:grid-cols-2 md:grid-cols-4">
      <legend className="sr-only">{label}</legend>
      {materialKinds.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === value}
          disabled={disabled}
          onClick={() => onChange(kind)}
          className={classes(
            'flex min-h-12 items-center gap-2 rounded-card border px-3 py-2 text-left text-sm font-medium sm:text-base',
            'disabled:cursor-not-allowed disabled:opacity-55',
            kind === value
              ? 'border-accent bg-accent-tint text-accent ring-1 ring-accent'
              : 'border-edge bg-card text-ink enabled:hover:border-accent enabled:hover:text-accent',
          )}
        >
          <KindIcon kind={kind} className="size-5 shrink-0" />
          {panelNames[kind]}
        </button>
      ))}
    </fieldset>
  );
}
