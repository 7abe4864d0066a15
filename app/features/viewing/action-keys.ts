/** An action that keys can run. */
export type KeyedAction = {
  label: string;
  /**
   * Values of `KeyboardEvent.key` that run it, with the modifiers before them: 'Control+f'. Shift is named only where the
   * key does not tell by itself: 'Shift+F3', but 'R'.
   */
  keys: readonly string[];
  /** The key that does the same and is handled by other code. */
  keyHandledElsewhere?: string;
};

/** What is printed on the key of an action: the first of its keys. Undefined where it has none. */
export function keyCap({ keys, keyHandledElsewhere }: KeyedAction): string | undefined {
  const key = keys[0] ?? keyHandledElsewhere;
  return key === undefined ? undefined : keyCapOf(key);
}

/** A key of an action as a keyboard shows it: 'Ctrl+F', 'Esc', a capital letter with Shift. */
export function keyCapOf(key: string): string {
  if (/^[A-Z]$/.test(key)) return `Shift+${key}`;
  if (key.length === 1) return key.toUpperCase();
  return key
    .split('+')
    .map((part) => capNames[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join('+');
}

const capNames: Readonly<Record<string, string>> = { Escape: 'Esc', Control: 'Ctrl', Meta: 'Cmd' };

/** A pressed key. */
export type PressedKey = {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  /** Whether the key goes into a field. */
  isTyping: boolean;
};

/**
 * The action that a pressed key runs, or null. A key typed into a field runs none; with Ctrl or Meta, and for keys that
 * write nothing (F3), it runs its action there too.
 */
export function findByKey<Action extends KeyedAction>(actions: readonly Action[], pressed: PressedKey): Action | null {
  const isTyped = pressed.key.length === 1 && !pressed.ctrlKey && !pressed.metaKey;
  if (pressed.isTyping && isTyped) return null;
  const name = nameOfKey(pressed);
  return actions.find((action) => action.keys.includes(name)) ?? null;
}

/** The pressed key as actions name it, modifiers first. */
function nameOfKey({ key, ctrlKey, altKey, metaKey, shiftKey }: PressedKey): string {
  const isPlain = !ctrlKey && !altKey && !metaKey;
  // A typed character tells by itself whether Shift was held, and some keyboards have + or / only with Shift.
  const isShiftNamed = shiftKey && !(isPlain && key.length === 1);
  const held = [ctrlKey && 'Control', altKey && 'Alt', metaKey && 'Meta', isShiftNamed && 'Shift'].filter(Boolean);
  return [...held, isPlain || key.length > 1 ? key : key.toLowerCase()].join('+');
}
