import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { materialLimits } from '#domain/material.ts';
import type { Told } from '#app/features/staging/staging-calls.ts';
import { classes } from '#app/ui/classes.ts';
import { findChoices, type Choice } from './choices.ts';

/** What happens after a value was entered: the keyboard goes on below, beside or stays. */
export type AfterEdit = 'down' | 'up' | 'next' | 'previous' | 'stay';

export type CellEditorProps = {
  /** Names the cell for screen readers. */
  label: string;
  /** Where the cell is, in pixels from the box around the table. */
  place: { top: number; left: number; width: number; height: number; isLow: boolean };
  /** What was typed to begin, or the present value. */
  initial: string;
  /** The value to choose; null for a text. */
  choices: readonly Choice[] | null;
  /** The choice that is the present value, if it is one. */
  presentId: string | null;
  isLoading: boolean;
  /** Turns a typed text into what is told, or says what is wrong with it. */
  read: (typed: string) => Told | { fault: string };
  /** How many rows are set. */
  count: number;
  onCommit: (told: Told, then: AfterEdit) => void;
  onCancel: (then: AfterEdit) => void;
};

/** As many as fit on a screen; typing finds the rest. */
const maxShown = 60;

/** A cell while it is edited: a text, or a list that is searched by typing. */
export function CellEditor(props: CellEditorProps) {
  const { label, place, initial, choices, presentId, isLoading, read, count, onCommit, onCancel } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(initial);
  // Until something is typed, Enter confirms the present value.
  const [chosen, setChosen] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  // Leaving by a key takes the focus from the input, which would end the edit a second time.
  const isOver = useRef(false);
  const found = choices && findChoices(choices, typed).slice(0, maxShown);
  const present = typed === '' ? (found?.findIndex((choice) => choice.id === presentId) ?? 0) : 0;
  const index = Math.min(chosen ?? Math.max(0, present), (found?.length ?? 1) - 1);
  const current = found?.[index];

  useLayoutEffect(function takeFocus() {
    input.current?.focus({ preventScroll: true });
    const end = input.current?.value.length ?? 0;
    input.current?.setSelectionRange(end, end);
  }, []);

  function finish(then: AfterEdit, choice = current) {
    const told = choices ? choice?.told : read(typed);
    if (!told) return setFault(isLoading ? 'The subjects are being loaded.' : 'Nothing has this name.');
    if ('fault' in told) return setFault(told.fault);
    isOver.current = true;
    // Nothing typed, nothing chosen: as it was.
    if (choices === null && typed === initial && then !== 'down') return onCancel(then);
    onCommit(told, then);
  }

  function leave(then: AfterEdit) {
    isOver.current = true;
    onCancel(then);
  }

  function handleKey(event: KeyboardEvent) {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') finish(event.shiftKey ? 'up' : 'down');
    else if (event.key === 'Tab') {
      if (choices && typed === '') leave(event.shiftKey ? 'previous' : 'next');
      else finish(event.shiftKey ? 'previous' : 'next');
    } else if (event.key === 'Escape') leave('stay');
    else if (step && found && found.length > 0) setChosen((index + step + found.length) % found.length);
    else return;
    event.preventDefault();
  }

  const hint = fault ?? (count > 1 ? `Sets ${count.toLocaleString('en')} selected rows.` : null);
  return (
    <div
      style={{ top: place.top, left: place.left, minWidth: place.width }}
      className="absolute z-20 max-w-[min(28rem,90vw)]"
      onBlur={(event) => {
        if (isOver.current || event.currentTarget.contains(event.relatedTarget)) return;
        leave('stay');
      }}
    >
      <input
        ref={input}
        aria-label={label}
        aria-invalid={fault !== null || undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...(choices && {
          role: 'combobox',
          'aria-expanded': true,
          'aria-controls': `${id}-list`,
          'aria-autocomplete': 'list' as const,
          'aria-activedescendant': current ? `${id}-${index}` : undefined,
        })}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        maxLength={materialLimits.titleLength}
        style={{ height: place.height }}
        className="block w-full rounded-sm border-2 border-accent bg-card px-2 text-sm text-ink focus-visible:outline-none"
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosen(null);
          setFault(null);
        }}
        onKeyDown={handleKey}
      />
      <div className={classes('absolute w-full min-w-64', place.isLow ? 'bottom-full mb-1' : 'top-full mt-1')}>
        {found && (
          <ul
            id={`${id}-list`}
            role="listbox"
            aria-label={label}
            className="scroll-area-y max-h-64 overflow-y-auto rounded-card border border-edge bg-card py-1 shadow-float empty:hidden"
          >
            {found.map((choice, each) => (
              <ChoiceOption
                key={choice.id}
                id={`${id}-${each}`}
                choice={choice}
                isChosen={choice === current}
                onChoose={() => finish('stay', choice)}
              />
            ))}
          </ul>
        )}
        {found?.length === 0 && (
          <p className="rounded-card border border-edge bg-card px-3 py-2 text-sm text-muted shadow-float">
            {isLoading ? 'Loading…' : 'Nothing has this name.'}
          </p>
        )}
        {hint && (
          <p
            id={`${id}-hint`}
            role={fault ? 'alert' : undefined}
            className={classes(
              'mt-1 rounded-card border border-edge bg-card px-3 py-1.5 text-xs shadow-float',
              fault ? 'text-danger' : 'text-muted',
            )}
          >
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

type ChoiceOptionProps = { id: string; choice: Choice; isChosen: boolean; onChoose: () => void };

function ChoiceOption({ id, choice, isChosen, onChoose }: ChoiceOptionProps) {
  return (
    <li
      id={id}
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: 'nearest' });
      }}
      role="option"
      aria-selected={isChosen}
      className={classes(
        'cursor-pointer px-3 py-1.5 text-sm',
        isChosen ? 'bg-accent-tint text-accent' : 'hover:bg-sunken',
      )}
      // The input keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className="block leading-snug">{choice.label}</span>
      {choice.detail && <span className="block text-xs text-muted">{choice.detail}</span>}
    </li>
  );
}
