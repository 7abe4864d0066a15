/** Characters that some systems do not allow in file names. */
const forbiddenInNames = /[\p{Cc}\\/:*?"<>|]+/gu;

/** Saves a text as a file on the user's device. */
export function saveText(name: string, text: string): void {
  saveBlob(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));
}

/** Saves bytes as a file on the user's device. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replaceAll(forbiddenInNames, ' ');
  link.click();
  // The browser has started by then; if it is released at once, some browsers save nothing.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
