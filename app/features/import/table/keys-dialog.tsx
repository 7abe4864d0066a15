import { Dialog } from '#app/ui/dialog/dialog.tsx';

const keys: readonly [keys: string, what: string][] = [
  ['Arrows, Home, End, Page Up, Page Down', 'Move; with Ctrl to the first or last file'],
  ['Enter, or just type', 'Edit the cell; in a list, type a name, code or abbreviation'],
  ['Enter, Tab, Escape', 'While editing: save and go down, save and go right, cancel'],
  ['Ctrl+Enter', 'Confirm the guesses of the file or of all selected files'],
  ['Shift+arrows, Ctrl+Space, Ctrl+A', 'Select rows; a change then applies to all of them'],
  ['Shift+Space', 'Select all files of the folder; again: of the folder above'],
  ['Ctrl+D', 'Copy down the value of the first selected row, or of the row above'],
  ['Space', 'Show the first page enlarged'],
  ['Ctrl+Z', 'Undo the last change'],
  ['Delete', 'Discard the file or all selected files'],
  ['Shift+Delete', 'Discard the duplicates among the selected or shown files'],
  ['Tab', 'Leave the table'],
];

/** Lists the keyboard shortcuts of the table. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keys of the table">
      <dl className="grid gap-x-4 gap-y-2.5 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
        {keys.map(([name, what]) => (
          <div key={name} className="contents">
            <dt className="max-w-52 font-medium">{name}</dt>
            <dd className="text-muted max-sm:mb-1">{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
