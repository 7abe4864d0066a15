import { createContext, useContext, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { isPhotograph } from '#app/features/upload/photographs/photograph-list.ts';
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
export function useFileDrop(
  onChoose: (file: File) => void,
  { isTaking = true, isBusy = false, onPhotographs }: DropOptions & { isTaking?: boolean } = {},
): void {
  const register = useContext(FileDropContext);
  const receive = useEffectEvent((dropped: DataTransfer) => takeDropped(dropped, onChoose, { isBusy, onPhotographs }));
  useEffect(
    function registerReceiver() {
      return isTaking ? register((dropped) => receive(dropped)) : undefined;
    },
    [register, isTaking],
  );
}

type DropOptions = {
  isBusy?: boolean | undefined;
  /** Receives all of them if they are photographs. */
  onPhotographs?: ((files: File[]) => void) | undefined;
};

/** Chooses the first of the dropped files, and says which were not added, and why; photographs are taken all together. */
export function takeDropped(
  dropped: DataTransfer,
  onChoose: (file: File) => void,
  { isBusy = false, onPhotographs }: DropOptions = {},
): void {
  const refuse = (title: string, text: string) => showToast({ tone: 'plain', title, text });
  if (isBusy) return refuse('File not added', 'Wait until the upload has finished, then drop it again.');
  const items = [...dropped.items].filter((item) => item.kind === 'file');
  const files = items.filter((item) => !item.webkitGetAsEntry()?.isDirectory).flatMap((item) => item.getAsFile() ?? []);
  if (files.length === 0) return refuse('Nothing added', 'Folders cannot be uploaded. Drop a single file.');
  takeChosen(files, onChoose, onPhotographs, items.length);
}

/** The same for files that were chosen. `count` includes what is no file. */
export function takeChosen(
  files: File[],
  onChoose: (file: File) => void,
  onPhotographs: DropOptions['onPhotographs'],
  count = files.length,
): void {
  const [first] = files;
  if (!first) return;
  const photographs = onPhotographs ? files.filter(isPhotograph) : [];
  const taken = photographs.length > 0 ? photographs : [first];
  if (photographs.length > 0) onPhotographs?.(photographs);
  else onChoose(first);
  if (count === taken.length) return;
  const rest = count - taken.length === 1 ? 'the other one was not' : `the other ${count - taken.length} were not`;
  const added = taken.length === 1 ? `"${taken[0]?.name}" was added` : `${taken.length} photographs were added`;
  showToast({ tone: 'plain', title: 'One file at a time', text: `${added}, ${rest}.` });
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
