import { Check, EllipsisVertical } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, type KeyboardEvent, type RefObject } from 'react';
import {
  actionGroups,
  type ReaderAction,
  type ReaderActionName,
  type ReaderControls,
} from '#app/features/reader/actions/reader-actions.ts';
import { keyCap } from '#app/features/viewer/action-keys.ts';
import type { ReaderState } from '#app/features/reader/state/reader-state.ts';
import { touchActions } from './touch-rows.ts';
import { itemsOf, moveFocus } from './menu-focus.ts';
import './more-menu.css';

type MoreMenuProps = {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  /** Names of the actions in the toolbars, which are left out here. */
  shownElsewhere: readonly ReaderActionName[];
  state: ReaderState;
  controls: ReaderControls;
};

/** Media query for screens without a mouse; the same query is in more-menu.css. */
const touchScreen = '(hover: none) and (pointer: coarse)';

/** Actions that users often repeat, so the menu stays open after them. */
const repeatable = new Set<ReaderActionName>(['zoomIn', 'zoomOut', 'rotate', 'nextPage', 'previousPage']);

/**
 * Renders all actions of the reader that are not in its toolbars, as a menu button (WAI-ARIA Authoring Practices): arrows, Home,
 * End and first letters move the focus, Escape and Tab close it.
 */
export function MoreMenu({ isOpen, onToggle, shownElsewhere, state, controls }: MoreMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  const id = useId();
  const onTouch = matchMedia(touchScreen).matches ? touchActions(state, shownElsewhere) : null;
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

  function run(action: ReaderAction) {
    if (!action.isEnabled(state)) return;
    // Closed first, so that the action can move the focus after it has returned to the button.
    if (!repeatable.has(action.name)) close();
    action.run(controls, state);
  }

  return (
    <div ref={whole} className="reader-more">
      <button
        ref={button}
        type="button"
        className="reader-tool"
        aria-label="More"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        data-tooltip={isOpen ? undefined : 'More'}
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
          aria-label="More"
          className="reader-menu"
          onKeyDown={handleKeyDown}
        >
          {actionGroups.map(({ title, actions }) => {
            const left = actions.filter((action) =>
              onTouch
                ? onTouch.includes(action.name)
                : !shownElsewhere.includes(action.name) && (action.isOffered?.(state) ?? true),
            );
            return (
              left.length > 0 && (
                <fieldset key={title} aria-label={title} className="reader-menu-group">
                  {left.some(({ name }) => name === 'zoomIn') && (
                    <span className="reader-menu-zoom" aria-hidden="true">
                      {Math.round(state.zoom * 100)} %
                    </span>
                  )}
                  {left.map((action) => (
                    <MenuItem key={action.name} action={action} state={state} onRun={() => run(action)} />
                  ))}
                </fieldset>
              )
            );
          })}
        </div>
      )}
    </div>
  );
}

function MenuItem({ action, state, onRun }: { action: ReaderAction; state: ReaderState; onRun: () => void }) {
  const isOn = action.isOn?.(state);
  const cap = keyCap(action);
  return (
    <button
      type="button"
      role={isOn === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={isOn}
      // Not `disabled`, so that the item can have the focus and is known to screen readers.
      aria-disabled={!action.isEnabled(state) || undefined}
      aria-keyshortcuts={action.keys.join(' ') || action.keyHandledElsewhere}
      tabIndex={-1}
      data-tool={action.name}
      className="reader-menu-item"
      onClick={onRun}
    >
      <action.icon aria-hidden="true" />
      <span className="reader-menu-label">{action.label}</span>
      {isOn && <Check aria-hidden="true" />}
      {cap && (
        <kbd aria-hidden="true" className="reader-key">
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
