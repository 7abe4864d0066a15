import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { ManualValues } from '#app/features/import/calls/staging-calls.ts';
import { classes } from '#app/ui/classes.ts';
import { materialLimits } from '#domain/material.ts';
import * as words from '#messages/import/table.ts';
import { findChoices, type Choice } from './choices.ts';

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

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- options of `select` and `datalist` can't have two lines */
/** The choices of a cell, below its search box. */
function ChoiceList({ id, label, choices, index, empty, onChoose }: ChoiceListProps) {
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
/* oxlint-enable jsx-a11y/prefer-tag-over-role */

/** The cell to which the keyboard focus moves after a value was entered. */
export type AfterEdit = 'down' | 'up' | 'next' | 'previous' | 'stay';

export type CellEditorProps = {
  /** Names the cell for screen readers. */
  label: string;
  /** Position of the cell in pixels, relative to the box around the table. `isLow`: a list fits only above the cell. */
  place: { top: number; left: number; width: number; height: number; isLow: boolean };
  /** The first typed text, or the current value of a text cell. */
  initial: string;
  /** The choices; null for a text cell. */
  choices: readonly Choice[] | null;
  /** The choice that is the current value, if any. */
  presentId: string | null;
  isLoading: boolean;
  /** Converts typed text to values set by hand, or returns a sentence about the mistake. */
  read: (typed: string) => ManualValues | { fault: string };
  /** Number of rows that the value will be set for. */
  count: number;
  onCommit: (manual: ManualValues, then: AfterEdit) => void;
  onCancel: (then: AfterEdit) => void;
};

/** Maximum number of listed choices; typing finds the others. */
const maxShown = 60;

/** The editor of a cell: a text, or a list that is searched by typing. */
export function CellEditor(props: CellEditorProps) {
  const { label, place, count, onCancel } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const edit = useEditing(props);
  const { found, index, typed, fault } = edit;

  useLayoutEffect(function takeFocus() {
    const element = input.current;
    element?.focus({ preventScroll: true });
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);

  const hint = fault ?? (count > 1 ? words.setsRows(count) : null);
  return (
    <div
      style={{ top: place.top, left: place.left, minWidth: place.width }}
      className="absolute z-20 max-w-[min(28rem,90vw)]"
      onBlur={(event) => {
        if (!edit.isOver() && !event.currentTarget.contains(event.relatedTarget)) onCancel('stay');
      }}
    >
      <input
        ref={input}
        aria-label={label}
        aria-invalid={fault !== null || undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...(found && {
          role: 'combobox',
          'aria-expanded': true,
          'aria-controls': `${id}-list`,
          'aria-autocomplete': 'list' as const,
          'aria-activedescendant': found[index] ? `${id}-list-${index}` : undefined,
        })}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        maxLength={materialLimits.titleLength}
        style={{ height: place.height }}
        className="block w-full rounded-sm border-2 border-accent bg-card px-2 text-sm text-ink focus-visible:outline-none"
        onChange={(event) => edit.type(event.currentTarget.value)}
        onKeyDown={edit.handleKey}
      />
      <div className={`absolute w-full min-w-64 ${place.isLow ? 'bottom-full mb-1' : 'top-full mt-1'}`}>
        {found && (
          <ChoiceList
            id={`${id}-list`}
            label={label}
            choices={found}
            index={index}
            empty={edit.nothing}
            onChoose={(choice) => edit.finish('stay', choice)}
          />
        )}
        {hint && (
          <p
            id={`${id}-hint`}
            role={fault ? 'alert' : undefined}
            className={`mt-1 rounded-card border border-edge bg-card px-3 py-1.5 text-xs shadow-float ${fault ? 'text-danger' : 'text-muted'}`}
          >
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

/** Manages the typed text and the choice, and ends the edit. */
function useEditing({ initial, choices, presentId, isLoading, read, onCommit, onCancel }: CellEditorProps) {
  const [typed, setTyped] = useState(initial);
  // Until something is typed, Enter confirms the current value.
  const [chosen, setChosen] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  // Leaving by a key takes the focus from the input, which would end the edit a second time.
  const isOver = useRef(false);
  const found = choices && findChoices(choices, typed).slice(0, maxShown);
  const present = typed === '' ? (found?.findIndex((choice) => choice.id === presentId) ?? 0) : 0;
  const index = Math.min(chosen ?? Math.max(0, present), Math.max(0, (found?.length ?? 1) - 1));
  const nothing = isLoading ? words.loading : words.noMatches;

  function finish(then: AfterEdit, choice = found?.[index]) {
    const manual = choices ? choice?.manual : read(typed);
    if (!manual) return setFault(nothing);
    if ('fault' in manual) return setFault(manual.fault);
    // Moving through a text cell changes nothing; Enter confirms its value.
    if (choices === null && typed === initial && then !== 'down') return leave(then);
    isOver.current = true;
    onCommit(manual, then);
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
    else if (event.key === 'Escape') leave('stay');
    else if (event.key === 'Tab') {
      const then = event.shiftKey ? 'previous' : 'next';
      if (choices && typed === '' && chosen === null) leave(then);
      else finish(then);
    } else if (step && found && found.length > 0) setChosen((index + step + found.length) % found.length);
    else return;
    event.preventDefault();
  }

  function type(text: string) {
    setTyped(text);
    setChosen(null);
    setFault(null);
  }

  return { typed, type, fault, found, index, nothing, finish, handleKey, isOver: () => isOver.current };
}
