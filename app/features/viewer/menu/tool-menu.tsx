import { Check, EllipsisVertical, type LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, type KeyboardEvent, type RefObject } from 'react';
import { keyCap, type KeyedAction } from '#app/features/viewer/action-keys.ts';
import { digits } from '#messages/format.ts';
import * as words from '#messages/viewer.ts';
import { itemsOf, moveFocus } from './menu-focus.ts';
import './tool-menu.css';

/** An action in the menu. */
type MenuEntry = Pick<KeyedAction, 'label' | 'keys' | 'keyHandledElsewhere'> & {
  name: string;
  icon: LucideIcon;
  isEnabled: boolean;
  /** Set only for actions that can be on or off. */
  isOn: boolean | undefined;
  run: () => void;
};

type MenuGroup = { title: string; entries: readonly MenuEntry[] };

type ToolMenuProps = {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  /** Groups without entries are left out. */
  groups: readonly MenuGroup[];
  /** The zoom, shown between the entries that change it. */
  zoom: number;
  /** The class of the tools beside the button. */
  toolClass: string;
};

/** Media query for screens without a mouse; the same query is in tool-menu.css. */
export const touchScreen = '(hover: none) and (pointer: coarse)';

/** Actions that users often repeat, so the menu stays open after them. */
const repeatable = new Set(['zoomIn', 'zoomOut', 'rotate', 'nextPage', 'previousPage']);

/**
 * Renders the actions of a viewer that are not in its toolbars, as a menu button (WAI-ARIA Authoring Practices): arrows, Home,
 * End and first letters move the focus, Escape and Tab close it.
 */
export function ToolMenu({ isOpen, onToggle, groups, zoom, toolClass }: ToolMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  const id = useId();
  useFirstItemFocus(isOpen, menu);
  useCloseOutside(isOpen, whole, () => onToggle(false));

  function close() {
    button.current?.focus({ preventScroll: true });
    onToggle(false);
  }

  function handleKeyDown(event: KeyboardEvent) {
    // Keys move the focus within the menu; letters are not shortcuts here.
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      close();
    } else if (moveFocus(menu.current, event.key)) event.preventDefault();
  }

  function run(entry: MenuEntry) {
    if (!entry.isEnabled) return;
    // Closed first, so that the action can move the focus after it has returned to the button.
    if (!repeatable.has(entry.name)) close();
    entry.run();
  }

  return (
    <div ref={whole} className="tool-menu-place">
      <button
        ref={button}
        type="button"
        className={toolClass}
        aria-label={words.more}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        data-tooltip={isOpen ? undefined : words.more}
        onClick={() => onToggle(!isOpen)}
        onKeyDown={(event) => {
          if (isOpen || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
          event.preventDefault();
          event.stopPropagation();
          onToggle(true);
        }}
      >
        <EllipsisVertical aria-hidden="true" />
      </button>
      {isOpen && (
        <div
          ref={menu}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={words.more}
          className="tool-menu"
          onKeyDown={handleKeyDown}
        >
          {groups
            .filter(({ entries }) => entries.length > 0)
            .map(({ title, entries }) => (
              <fieldset key={title} aria-label={title} className="tool-menu-group">
                {entries.some(({ name }) => name === 'zoomIn') && (
                  <span className="tool-menu-zoom" aria-hidden="true">
                    {digits(Math.round(zoom * 100))} %
                  </span>
                )}
                {entries.map((entry) => (
                  <MenuItem key={entry.name} entry={entry} onRun={() => run(entry)} />
                ))}
              </fieldset>
            ))}
        </div>
      )}
    </div>
  );
}

function MenuItem({ entry, onRun }: { entry: MenuEntry; onRun: () => void }) {
  const { isOn } = entry;
  const cap = keyCap(entry);
  return (
    <button
      type="button"
      role={isOn === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={isOn}
      // Not `disabled`, so that the item can have the focus and is known to screen readers.
      aria-disabled={!entry.isEnabled || undefined}
      aria-keyshortcuts={entry.keys.join(' ') || entry.keyHandledElsewhere}
      tabIndex={-1}
      data-tool={entry.name}
      className="tool-menu-item"
      onClick={onRun}
    >
      <entry.icon aria-hidden="true" />
      <span className="tool-menu-label">{entry.label}</span>
      {isOn && <Check aria-hidden="true" />}
      {cap && (
        <kbd aria-hidden="true" className="key-cap">
          {cap}
        </kbd>
      )}
    </button>
  );
}

function useFirstItemFocus(isOpen: boolean, menu: RefObject<HTMLElement | null>) {
  useEffect(
    function focusFirstItem() {
      if (isOpen) itemsOf(menu.current)[0]?.focus({ preventScroll: true });
    },
    [isOpen, menu],
  );
}

function useCloseOutside(isOpen: boolean, inside: RefObject<HTMLElement | null>, onClose: () => void) {
  const close = useEffectEvent(onClose);
  useEffect(
    function closeOnPressOutside() {
      if (!isOpen) return;
      const handlePointerDown = (event: PointerEvent) => {
        const isInside = event.target instanceof Node && inside.current?.contains(event.target);
        if (!isInside) close();
      };
      document.addEventListener('pointerdown', handlePointerDown);
      return () => document.removeEventListener('pointerdown', handlePointerDown);
    },
    [isOpen, inside],
  );
}
