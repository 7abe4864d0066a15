import { useId } from 'react';
import { CloseTool } from '#app/features/reader/toolbar/close-tool.tsx';
import { actionGroups, type ReaderAction } from '#app/features/reader/actions/reader-actions.ts';
import { keyCapOf } from '#app/features/viewer/action-keys.ts';
import { useModalDialog } from '#app/ui/dialog/use-modal-dialog.ts';
import * as words from '#messages/reader/actions.ts';
import './shortcut-dialog.css';

/** Renders the list of the reader's shortcuts, generated from its actions. */
export function ShortcutDialog({ onClose }: { onClose: () => void }) {
  const dialog = useModalDialog({ onClose, closesOutside: true });
  const titleId = useId();
  return (
    <dialog ref={dialog} className="reader-sheet" aria-labelledby={titleId}>
      <div className="reader-sheet-content">
        <div className="reader-sheet-head">
          <h3 id={titleId}>{words.shortcuts}</h3>
          <CloseTool label={words.closeShortcuts} onClose={onClose} />
        </div>
        {/* Scrolls, so it can be reached with the keyboard. */}
        <section className="reader-shortcuts" tabIndex={0} aria-label={words.shortcutList}>
          {actionGroups.map(({ title, actions }) => (
            <div key={title} className="reader-shortcut-group">
              <h4>{title}</h4>
              <dl>
                {actions.map((action) => (
                  <Shortcut key={action.name} action={action} />
                ))}
              </dl>
            </div>
          ))}
        </section>
      </div>
    </dialog>
  );
}

function Shortcut({ action }: { action: ReaderAction }) {
  const foreign = isMac() ? 'Control' : 'Meta';
  const keys = [...action.keys, action.keyHandledElsewhere ?? []]
    .flat()
    .filter((key) => !key.startsWith(`${foreign}+`));
  if (keys.length === 0) return null;
  return (
    <div className="reader-shortcut">
      <dt>{action.label}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key} className="key-cap">
            {keyCapOf(key)}
          </kbd>
        ))}
      </dd>
    </div>
  );
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}
