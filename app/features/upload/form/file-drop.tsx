import { createContext, useContext, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { isPhotograph } from '#app/features/upload/photographs/photograph-list.ts';
import { pageOfMhtml } from '#app/features/upload/transfer/page-of-mhtml.ts';
import { showToast } from '#app/ui/toast/toast.ts';
import * as words from '#messages/upload/form.ts';

type Receiver = (dropped: DataTransfer) => void;

/**
 * Called with everything that is dropped or pasted, before a form for one file handles it. Returns true if the drop was
 * too much for such a form (several files, a folder, an archive) and was handled elsewhere.
 */
export const ManyFilesContext = createContext<(dropped: DataTransfer) => boolean>(() => false);

const FileDropContext = createContext<(receive: Receiver) => () => void>(() => () => {});

/**
 * Handles files dropped anywhere on the page, and files pasted. The component that last called `useFileDrop` receives
 * them. Without this, the browser would open a dropped file in place of the page.
 */
export function FileDropArea({ children }: { children: ReactNode }) {
  const [receivers] = useState<Receiver[]>([]);
  const handleDrop = useEffectEvent((event: DragEvent) => {
    const { dataTransfer } = event;
    if (!dataTransfer || isForText(event)) return;
    // The field that it was dropped on has already handled it.
    const isTaken = event.defaultPrevented;
    event.preventDefault();
    if (!isTaken && holdsFiles(dataTransfer)) receivers.at(-1)?.(dataTransfer);
  });
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData, target } = event;
    // Text that was copied from a document comes with a picture of itself.
    if (!clipboardData || !holdsFiles(clipboardData) || (isTextBox(target) && holdsText(clipboardData))) return;
    event.preventDefault();
    receivers.at(-1)?.(clipboardData);
  });

  useEffect(function watchWholePage() {
    const handleDragOver = (event: DragEvent) => {
      if (!isForText(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => handleDrop(event);
    addEventListener('dragover', handleDragOver);
    addEventListener('drop', drop);
    const paste = (event: ClipboardEvent) => handlePaste(event);
    addEventListener('paste', paste);
    return () => {
      removeEventListener('paste', paste);
      removeEventListener('dragover', handleDragOver);
      removeEventListener('drop', drop);
    };
  }, []);

  const [register] = useState(() => (receive: Receiver) => {
    receivers.push(receive);
    return () => void receivers.splice(receivers.indexOf(receive), 1);
  });
  return <FileDropContext value={register}>{children}</FileDropContext>;
}

/**
 * Receives one file that was pasted, or dropped outside the fields, while `isTaking` is true. `isBusy` means that no
 * file can be chosen at the moment.
 */
export function useFileDrop(
  onChoose: (file: File) => void,
  { isTaking = true, isBusy = false, onPhotographs }: DropOptions & { isTaking?: boolean } = {},
): void {
  const register = useContext(FileDropContext);
  const isTakenElsewhere = useContext(ManyFilesContext);
  const receive = useEffectEvent((dropped: DataTransfer) => {
    if (!isTakenElsewhere(dropped)) takeDropped(dropped, onChoose, { isBusy, onPhotographs });
  });
  useEffect(
    function registerReceiver() {
      return isTaking ? register((dropped) => receive(dropped)) : undefined;
    },
    [register, isTaking],
  );
}

type DropOptions = {
  isBusy?: boolean | undefined;
  /** Receives all the files if they are photographs. */
  onPhotographs?: ((files: File[]) => void) | undefined;
};

/**
 * Chooses the first of the dropped or pasted files, and reports which were not added, and why; photographs are added all
 * together.
 */
export function takeDropped(
  dropped: DataTransfer,
  onChoose: (file: File) => void,
  { isBusy = false, onPhotographs }: DropOptions = {},
): void {
  const refuse = (title: string, text: string) => showToast({ tone: 'plain', title, text });
  if (isBusy) return refuse(words.fileNotAdded, words.waitForUpload);
  const items = [...dropped.items].filter((item) => item.kind === 'file');
  const files = items.filter((item) => !item.webkitGetAsEntry()?.isDirectory).flatMap((item) => item.getAsFile() ?? []);
  if (files.length === 0) return refuse(words.nothingAdded, words.noFolders);
  void takeChosen(files, onChoose, onPhotographs, items.length);
}

/** Handles files that were dropped or pasted. `count` includes items that are not files. */
export async function takeChosen(
  files: File[],
  onChoose: (file: File) => void,
  onPhotographs: DropOptions['onPhotographs'],
  count = files.length,
): Promise<void> {
  const [first] = files;
  if (!first) return;
  const photographs = onPhotographs ? await filterPhotographs(files) : [];
  const taken = photographs.length > 0 ? photographs : [first];
  if (photographs.length > 0) onPhotographs?.(photographs);
  else {
    const file = onPhotographs ? await readPage(first) : first;
    // At once, so that a held form is submitted with it.
    flushSync(() => onChoose(file));
  }
  if (count === taken.length) return;
  const text = words.added((taken[0] ?? first).name, taken.length, count - taken.length);
  showToast({ tone: 'plain', title: words.oneFile, text });
}

/**
 * Holds the submission of a form back until a chosen file is read: MHTML takes a moment, and the name of the file may be
 * the title.
 */
export function holdSubmit(form: HTMLFormElement | null, reading: Promise<void>): void {
  let isHeld = false;
  const hold = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    isHeld = true;
  };
  form?.addEventListener('submit', hold);
  void reading.finally(() => {
    form?.removeEventListener('submit', hold);
    if (isHeld) form?.requestSubmit();
  });
}

/** Returns the page of an MHTML file, and reports what is not in it. */
async function readPage(chosen: File): Promise<File> {
  const { file, notice } = await pageOfMhtml(chosen);
  if (notice !== null) showToast({ tone: 'plain', title: words.aboutFile(chosen.name), text: notice });
  return file;
}

async function filterPhotographs(files: readonly File[]): Promise<File[]> {
  const are = await Promise.all(files.map(isPhotograph));
  return files.filter((_, index) => are[index]);
}

/** True if files are dragged or pasted. */
export function holdsFiles({ types }: DataTransfer): boolean {
  return types.includes('Files');
}

/** True for text dragged into a text box, which the browser handles. */
function isForText({ dataTransfer, target }: DragEvent): boolean {
  return isTextBox(target) && dataTransfer !== null && !holdsFiles(dataTransfer);
}

function isTextBox(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'file');
}

function holdsText({ types }: DataTransfer): boolean {
  return types.includes('text/plain');
}
