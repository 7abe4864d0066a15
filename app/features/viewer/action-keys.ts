import * as words from '#messages/viewer.ts';

/** An action with keyboard shortcuts. */
export type KeyedAction = {
  label: string;
  /**
   * Values of `KeyboardEvent.key` that run the action, with modifiers first: 'Control+f'. Shift is named only if the
   * key does not show it: 'Shift+F3', but 'R'.
   */
  keys: readonly string[];
  /** True if the action's keys have another meaning in a text field. */
  leavesTextFields?: boolean;
  /** A shortcut that other code handles. */
  keyHandledElsewhere?: string;
};

/** Returns the first shortcut of an action as shown on screen; undefined if it has none. */
export function keyCap({ keys, keyHandledElsewhere }: KeyedAction): string | undefined {
  const key = keys[0] ?? keyHandledElsewhere;
  return key === undefined ? undefined : keyCapOf(key);
}

/** Formats a shortcut as on a keyboard: 'Ctrl+F', 'Esc', a capital letter with Shift. */
export function keyCapOf(key: string): string {
  if (/^[A-Z]$/.test(key)) return `${words.shiftKey}+${key}`;
  if (key.length === 1) return key.toUpperCase();
  return key
    .split('+')
    .map((part) => capNames[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join('+');
}

const capNames: Readonly<Record<string, string>> = {
  Escape: words.escapeKey,
  Control: words.controlKey,
  Meta: words.commandKey,
  Shift: words.shiftKey,
};

/** A pressed key. */
export type PressedKey = {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  /** True if the focus is in a text field. */
  isTyping: boolean;
};

/**
 * Returns the action of a pressed key, or null. In a text field, only keys with Ctrl or Meta and keys that type nothing
 * (F3) run actions.
 */
export function findByKey<Action extends KeyedAction>(actions: readonly Action[], pressed: PressedKey): Action | null {
  const isTyped = pressed.key.length === 1 && !pressed.ctrlKey && !pressed.metaKey;
  if (pressed.isTyping && isTyped) return null;
  const name = nameOfKey(pressed);
  const action = actions.find(({ keys }) => keys.includes(name));
  return action && !(pressed.isTyping && action.leavesTextFields) ? action : null;
}

/** Returns the pressed key in the notation of actions, modifiers first. */
function nameOfKey({ key, ctrlKey, altKey, metaKey, shiftKey }: PressedKey): string {
  const isPlain = !ctrlKey && !altKey && !metaKey;
  // A typed character shows whether Shift was held, and some keyboards have + or / only with Shift.
  const isShiftNamed = shiftKey && !(isPlain && key.length === 1);
  const held = [ctrlKey && 'Control', altKey && 'Alt', metaKey && 'Meta', isShiftNamed && 'Shift'].filter(Boolean);
  return [...held, isPlain || key.length > 1 ? key : key.toLowerCase()].join('+');
}
