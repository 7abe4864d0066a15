import { Dialog } from '#app/ui/dialog/dialog.tsx';
import * as words from '#messages/import/table.ts';

/** Lists the keyboard shortcuts of the table. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={words.keysTitle}>
      <dl className="grid gap-x-4 gap-y-2.5 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
        {words.keyList.map(([name, what]) => (
          <div key={name} className="contents">
            <dt className="max-w-52 font-medium">{name}</dt>
            <dd className="text-muted max-sm:mb-1">{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
