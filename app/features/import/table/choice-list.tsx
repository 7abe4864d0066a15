/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the list of a combobox, whose options have two lines */
import { classes } from '#app/ui/classes.ts';
import type { Choice } from './choices.ts';

type ChoiceListProps = {
  id: string;
  label: string;
  choices: readonly Choice[];
  /** Index of the choice that Enter would select. */
  index: number;
  /** Text shown if there are no choices. */
  empty: string;
  onChoose: (choice: Choice) => void;
};

/** The choices of a cell, below its search box. */
export function ChoiceList({ id, label, choices, index, empty, onChoose }: ChoiceListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className="max-h-64 scroll-area-y overflow-y-auto rounded-card border border-edge bg-card py-1 shadow-float"
    >
      {choices.length === 0 && <p className="px-3 py-2 text-sm text-muted">{empty}</p>}
      {choices.map((choice, each) => (
        <div
          key={choice.id}
          id={`${id}-${each}`}
          ref={(element) => {
            if (each === index) element?.scrollIntoView({ block: 'nearest' });
          }}
          role="option"
          tabIndex={-1}
          aria-selected={each === index}
          className={classes(
            'cursor-pointer px-3 py-1.5 text-sm',
            each === index ? 'bg-accent-tint text-accent' : 'hover:bg-sunken',
          )}
          // The text box keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          <span className="block leading-snug">{choice.label}</span>
          {choice.detail && <span className="block text-xs text-muted">{choice.detail}</span>}
        </div>
      ))}
    </div>
  );
}
