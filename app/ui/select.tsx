import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { controlStyle } from './control-style.ts';

type SelectProps = ComponentProps<'select'> & {
  /** Shown while nothing is chosen (value `''`); cannot be chosen again. */
  placeholder?: string;
  options: readonly { value: string; label: string }[];
};

/** The browser's own select, dressed: best on phones. No option may have an empty value (specification 5). */
export function Select({ placeholder, options, className, ...rest }: SelectProps) {
  return (
    <div className={classes('relative', className)}>
      <select {...rest} className={classes(controlStyle, 'appearance-none truncate pr-10')}>
        {placeholder !== undefined && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted"
      />
    </div>
  );
}
