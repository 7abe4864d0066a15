import { Download, Trash2, Upload } from 'lucide-react';
import { useRef, type ChangeEvent } from 'react';
import { Button } from '#app/ui/button.tsx';
import { showToast } from '#app/ui/toast.ts';
import { clearReading, maxReadingFileBytes, readReadingFile, writeReadingFile } from './reading-file.ts';

/** Saves what is stored about reading as a file, adds such a file, and removes everything. */
export function ReadingActions() {
  const input = useRef<HTMLInputElement>(null);

  async function addFile(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.currentTarget.files ?? [];
    // Choosing the same file again is a change as well.
    event.currentTarget.value = '';
    if (!file) return;
    const isAdded = file.size <= maxReadingFileBytes && readReadingFile(await file.text());
    if (isAdded) showToast({ title: 'Added', text: 'What is in the file is here as well now.', tone: 'success' });
    else showToast({ title: 'Not added', text: 'This file was not exported from “My reading”.', tone: 'destructive' });
  }

  function clear() {
    const before = writeReadingFile();
    clearReading();
    showToast({
      title: 'Cleared',
      text: 'Nothing about your reading is stored on this device now.',
      tone: 'plain',
      action: { label: 'Undo', run: () => void readReadingFile(before) },
      topic: 'my-reading',
    });
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="small" onClick={exportFile}>
        <Download aria-hidden="true" className="size-4" />
        Export
      </Button>
      <Button variant="secondary" size="small" onClick={() => input.current?.click()}>
        <Upload aria-hidden="true" className="size-4" />
        Import
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label="Exported file"
        hidden
        onChange={(event) => void addFile(event)}
      />
      <Button variant="ghost" size="small" onClick={clear}>
        <Trash2 aria-hidden="true" className="size-4" />
        Clear all
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
