import { CheckCheck, CopyX, FolderOpen, ListChecks, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/import/rows.ts';
import type { ToolTargets } from './tool-targets.ts';

type RowToolsProps = {
  shown: number;
  selected: number;
  targets: ToolTargets;
  isPublishing: boolean;
  /** False while there is no selected or active row that determines a folder. */
  canSelectFolder: boolean;
  onSelectAll: () => void;
  onSelectNone: () => void;
  onSelectFolder: () => void;
  onConfirm: () => void;
  onDiscardDuplicates: () => void;
  onDiscard: () => void;
  onPublish: () => void;
};

/** Buttons that select, confirm, discard or publish rows. One line high, so that the table never moves. */
export function RowTools({ shown, selected, targets, isPublishing, canSelectFolder, ...on }: RowToolsProps) {
  const { confirmable, duplicates } = targets;
  const isAll = shown > 0 && selected === shown;
  return (
    <fieldset
      aria-label={words.tools}
      className="-mx-4 flex min-w-0 scroll-area-x items-center gap-1.5 px-4 py-px xl:mx-0 xl:px-0"
    >
      {isAll ? (
        <Tool
          icon={<X aria-hidden="true" className="size-4" />}
          keys={words.toolKeys.selectNone}
          onClick={on.onSelectNone}
        >
          {words.selectNone(toExtra)}
        </Tool>
      ) : (
        <Tool
          icon={<ListChecks aria-hidden="true" className="size-4" />}
          keys={words.toolKeys.selectAll}
          disabled={shown === 0}
          onClick={on.onSelectAll}
        >
          {words.selectAll(toExtra, shown)}
        </Tool>
      )}
      <Tool
        icon={<FolderOpen aria-hidden="true" className="size-4" />}
        keys={words.toolKeys.selectFolder}
        disabled={!canSelectFolder || isAll}
        onClick={on.onSelectFolder}
      >
        {words.selectFolder(toExtra)}
      </Tool>
      <Tool
        icon={<CheckCheck aria-hidden="true" className="size-4" />}
        keys={words.toolKeys.confirm}
        hasKeys={selected > 0}
        disabled={confirmable.length === 0}
        onClick={on.onConfirm}
      >
        {confirmable.length > 0 ? words.confirmSelected(toExtra, confirmable.length) : words.confirm}
      </Tool>
      <Tool
        icon={<CopyX aria-hidden="true" className="size-4" />}
        keys={words.toolKeys.discardDuplicates}
        disabled={duplicates.length === 0}
        onClick={on.onDiscardDuplicates}
      >
        {words.discardDuplicates(duplicates.length)}
      </Tool>
      {selected > 0 && (
        <>
          <span className="ms-auto shrink-0 ps-2 text-sm text-muted">{words.selected(selected)}</span>
          <Tool
            isPlain
            icon={<Trash2 aria-hidden="true" className="size-4" />}
            keys={words.toolKeys.discard}
            onClick={on.onDiscard}
          >
            {actions.discard}
          </Tool>
          <Button
            variant="secondary"
            size="small"
            className="max-xl:px-3"
            disabled={isPublishing}
            onClick={on.onPublish}
          >
            {words.publishSelected}
          </Button>
        </>
      )}
    </fieldset>
  );
}

type ToolProps = {
  icon: ReactNode;
  /** The key in the table for the same action. */
  keys: string;
  /** False while the key has another function. */
  hasKeys?: boolean;
  isPlain?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
};

/** Hides a word on phones, where it would push the other buttons off the screen. */
const toExtra = (text: string) => (
  <span key="extra" className="max-md:sr-only">
    {text}
  </span>
);

function Tool({
  icon,
  keys,
  hasKeys = true,

  isPlain = false,
  disabled = false,
  onClick,
  children,
}: ToolProps) {
  return (
    <Button
      variant={isPlain ? 'ghost' : 'secondary'}
      size="small"
      className="px-2.5 whitespace-nowrap"
      // Not `disabled`, so that the focus stays on the button after its action.
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onClick()}
    >
      {icon}
      <span className="inline-block first-letter:uppercase">{children}</span>
      {hasKeys && (
        <kbd aria-hidden="true" className="font-sans text-xs text-muted max-lg:hidden">
          {keys}
        </kbd>
      )}
    </Button>
  );
}
