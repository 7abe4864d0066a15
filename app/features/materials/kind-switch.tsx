import { classes } from '#app/ui/classes.ts';
import { materialKinds, type MaterialKind } from '#domain/material.ts';
import * as words from '#messages/materials/kind-switch.ts';
import { KindIcon } from './kind-icon.tsx';

type KindSwitchProps = {
  /** The name of the group for screen readers. */
  label: string;
  /** The kind of the pressed button; null if none is pressed. */
  value: MaterialKind | 'all' | null;
  disabled?: boolean;
  onChange: (kind: MaterialKind) => void;
  /** Adds a button for all kinds. */
  onAll?: () => void;
};

/** Chooses one of the four kinds, or all of them, by pressing its button. */
export function KindSwitch({ label, value, disabled = false, onChange, onAll }: KindSwitchProps) {
  return (
    <fieldset
      className={classes(
        'grid min-w-0 grid-cols-1 gap-2 min-[18rem]:grid-cols-2',
        onAll ? 'md:grid-cols-[repeat(4,minmax(0,1fr))_auto]' : 'md:grid-cols-4',
      )}
    >
      <legend className="sr-only">{label}</legend>
      {materialKinds.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === value}
          disabled={disabled}
          onClick={() => onChange(kind)}
          className={buttonStyle(kind === value)}
        >
          <KindIcon kind={kind} className="size-5 shrink-0" />
          {words.kinds[kind]}
        </button>
      ))}
      {onAll && (
        <button
          type="button"
          aria-pressed={value === 'all'}
          disabled={disabled}
          onClick={onAll}
          className={classes(buttonStyle(value === 'all'), 'min-[18rem]:max-md:col-span-2')}
        >
          {words.all}
        </button>
      )}
    </fieldset>
  );
}

function buttonStyle(isPressed: boolean): string {
  return classes(
    'flex min-h-12 items-center gap-2 rounded-card border px-3 py-2 text-start text-sm font-medium sm:text-base',
    'disabled:cursor-not-allowed disabled:opacity-55',
    isPressed
      ? 'border-accent bg-accent-tint text-accent ring-1 ring-accent'
      : 'border-edge bg-card text-ink enabled:hover:border-accent enabled:hover:text-accent',
  );
}
