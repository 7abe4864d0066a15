import { createContext, useContext, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { showToast } from '#app/ui/toast.ts';

type Receiver = (dropped: DataTransfer) => void;

/**
 * Offered whatever was dropped or pasted before a form for one file takes it; true if it was more than such a form can
 * take (several files, a folder, an archive) and is taken elsewhere.
 */
export const ManyFilesContext = createContext<(dropped: DataTransfer) => boolean>(() => false);

const FileDropContext = createContext<(receive: Receiver) => () => void>(() => () => {});

/**
 * Handles files dropped anywhere on the page, and files pasted: the last component that called `useFileDrop` receives
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
 * Receives one file that was pasted, or dropped outside the fields, while `isTaking`. `isBusy` means that no file can be
 * chosen at the moment.
 */
export function useFileDrop(onChoose: (file: File) => void, { isTaking = true, isBusy = false } = {}): void {
  const register = useContext(FileDropContext);
  const isTakenElsewhere = useContext(ManyFilesContext);
  const receive = useEffectEvent((dropped: DataTransfer) => {
    if (!isTakenElsewhere(dropped)) takeDropped(dropped, onChoose, isBusy);
  });
  useEffect(
    function registerReceiver() {
      return isTaking ? register((dropped) => receive(dropped)) : undefined;
    },
    [register, isTaking],
  );
}

/** Chooses the first of the dropped or pasted files, and says which were not added, and why. */
export function takeDropped(dropped: DataTransfer, onChoose: (file: File) => void, isBusy = false): void {
  const refuse = (title: string, text: string) => showToast({ tone: 'plain', title, text });
  if (isBusy) return refuse('File not added', 'Wait until the upload has finished, then add it again.');
  const items = [...dropped.items].filter((item) => item.kind === 'file');
  const files = items.filter((item) => !item.webkitGetAsEntry()?.isDirectory).flatMap((item) => item.getAsFile() ?? []);
  const [first] = files;
  if (!first) return refuse('Nothing added', 'Folders cannot be uploaded. Add a single file.');
  onChoose(first);
  if (items.length === 1) return;
  const rest = items.length - 1 === 1 ? 'the other one was not' : `the other ${items.length - 1} were not`;
  refuse('One file at a time', `"${first.name}" was added, ${rest}.`);
}

function holdsFiles({ types }: DataTransfer): boolean {
  return types.includes('Files');
}

/** Text dragged into a text box is handled by the browser. */
function isForText({ dataTransfer, target }: DragEvent): boolean {
  return isTextBox(target) && dataTransfer !== null && !holdsFiles(dataTransfer);
}

function isTextBox(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'file');
}

function holdsText({ types }: DataTransfer): boolean {
  return types.includes('text/plain');
}
