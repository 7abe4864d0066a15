import { ChevronDown } from 'lucide-react';
import { useId, type ComponentProps } from 'react';
import { classes } from './classes.ts';
import { controlStyle } from './text-input.tsx';

type SelectProps = ComponentProps<'select'> & {
  /** Shown while the value is `''`; cannot be chosen again. */
  placeholder?: string;
  options: readonly { value: string; label: string }[];
  /** Options that can't be chosen now, in a group whose label gives the reason and what to do. */
  unavailable?: { reason: string; options: readonly { value: string; label: string }[] } | undefined;
  /** Reason why nothing can be chosen yet, and what to do; shown while the select is disabled. */
  disabledReason?: string | undefined;
};

/** Renders the browser's own select with our style, which works best on phones. No option may have an empty value. */
export function Select({ placeholder, options, unavailable, disabledReason, className, ...rest }: SelectProps) {
  const reasonId = useId();
  const reason = rest.disabled ? disabledReason : undefined;
  const description = [rest['aria-describedby'], reason && reasonId].filter(Boolean).join(' ');
  return (
    // The tooltip belongs to the container, because a disabled control receives no pointer events.
    <div className={classes('relative', reason && 'cursor-not-allowed', className)} data-tooltip={reason}>
      <select
        {...rest}
        aria-describedby={description || undefined}
        className={classes(controlStyle, 'appearance-none truncate pe-10', reason && 'pointer-events-none')}
      >
        {placeholder !== undefined && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        <Options of={options} />
        {unavailable && (
          <optgroup label={unavailable.reason} disabled>
            <Options of={unavailable.options} />
          </optgroup>
        )}
      </select>
      {reason && (
        <span id={reasonId} className="sr-only">
          {reason}
        </span>
      )}
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 end-3 size-5 -translate-y-1/2 text-muted"
      />
    </div>
  );
}

function Options({ of: options }: { of: SelectProps['options'] }) {
  return options.map((option) => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  ));
}
