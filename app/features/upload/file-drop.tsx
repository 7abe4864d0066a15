import { createContext, useContext, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { showToast } from '#app/ui/toast.ts';

type Receiver = (dropped: DataTransfer) => void;

const FileDropContext = createContext<(receive: Receiver) => () => void>(() => () => {});

/**
 * Handles files dropped anywhere on the page: the last component that called `useFileDrop` receives them; if there is
 * none, the message `elsewhere` is shown. Otherwise the browser would open the file in place of the page.
 */
export function FileDropArea({ elsewhere, children }: { elsewhere: string; children: ReactNode }) {
  const [receivers] = useState<Receiver[]>([]);
  const handleDrop = useEffectEvent((event: DragEvent) => {
    const { dataTransfer } = event;
    if (!dataTransfer || isForText(event)) return;
    // The field that it was dropped on has already handled it.
    const isTaken = event.defaultPrevented;
    event.preventDefault();
    if (isTaken || !holdsFiles(dataTransfer)) return;
    const receive = receivers.at(-1);
    if (receive) receive(dataTransfer);
    else showToast({ tone: 'plain', title: 'File not added', text: elsewhere });
  });

  useEffect(function watchWholePage() {
    const handleDragOver = (event: DragEvent) => {
      if (!isForText(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => handleDrop(event);
    addEventListener('dragover', handleDragOver);
    addEventListener('drop', drop);
    return () => {
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
 * Receives one file dropped outside the fields, while `isTaking`. `isBusy` means that no file can be chosen at the
 * moment.
 */
export function useFileDrop(onChoose: (file: File) => void, { isTaking = true, isBusy = false } = {}): void {
  const register = useContext(FileDropContext);
  const receive = useEffectEvent((dropped: DataTransfer) => takeDropped(dropped, onChoose, isBusy));
  useEffect(
    function registerReceiver() {
      return isTaking ? register((dropped) => receive(dropped)) : undefined;
    },
    [register, isTaking],
  );
}

/** Chooses the first of the dropped files, and says which were not added, and why. */
export function takeDropped(dropped: DataTransfer, onChoose: (file: File) => void, isBusy = false): void {
  const refuse = (title: string, text: string) => showToast({ tone: 'plain', title, text });
  if (isBusy) return refuse('File not added', 'Wait until the upload has finished, then drop it again.');
  const items = [...dropped.items].filter((item) => item.kind === 'file');
  const files = items.filter((item) => !item.webkitGetAsEntry()?.isDirectory).flatMap((item) => item.getAsFile() ?? []);
  const [first] = files;
  if (!first) return refuse('Nothing added', 'Folders cannot be uploaded. Drop a single file.');
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
  const isTextBox =
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'file');
  return isTextBox && dataTransfer !== null && !holdsFiles(dataTransfer);
}
