import { Download, Trash2, Upload } from 'lucide-react';
import { useRef, type ChangeEvent } from 'react';
import { Button } from '#app/ui/button.tsx';
import { showToast } from '#app/ui/toast/toast.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/my-reading/actions.ts';
import { clearStored } from './clear-stored.ts';
import { maxReadingFileBytes, readReadingFile, writeReadingFile } from './reading-file.ts';

/** Renders buttons that export the reading history as a file, import such a file, and clear the data stored in this browser. */
export function ReadingActions() {
  const input = useRef<HTMLInputElement>(null);

  async function addFile(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.currentTarget.files ?? [];
    // Makes choosing the same file again an event too.
    event.currentTarget.value = '';
    if (!file) return;
    const isImported = file.size <= maxReadingFileBytes && readReadingFile(await file.text());
    if (isImported) showToast({ title: words.imported, text: words.historyImported, tone: 'success' });
    else showToast({ title: words.notImported, text: words.notExportedFile, tone: 'destructive' });
  }

  async function clear() {
    const { restore, done } = clearStored();
    const isWhole = await done;
    showToast({
      title: isWhole ? words.cleared : words.notAllCleared,
      text: isWhole ? words.nothingStored : words.copiesRemain,
      tone: isWhole ? 'plain' : 'destructive',
      action: { label: actions.undo, run: restore },
      topic: 'my-reading',
    });
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="small" onClick={exportFile}>
        <Download aria-hidden="true" className="size-4" />
        {words.exportIt}
      </Button>
      <Button variant="secondary" size="small" onClick={() => input.current?.click()}>
        <Upload aria-hidden="true" className="size-4" />
        {words.importIt}
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={words.exportedFile}
        hidden
        onChange={(event) => void addFile(event)}
      />
      <Button variant="ghost" size="small" onClick={() => void clear()}>
        <Trash2 aria-hidden="true" className="size-4" />
        {actions.clearAll}
      </Button>
    </div>
  );
}

function exportFile() {
  const url = URL.createObjectURL(new Blob([writeReadingFile()], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'my-reading.json';
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
