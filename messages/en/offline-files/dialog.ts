/** Words of the dialogs that save materials offline. */

export const notPossible =
  'This browser can’t store it, for example because this is a private window. Download the file instead.';
export const noSpace =
  'There isn’t enough space in this browser. Remove something or free up storage on this device, then try again.';
export const tooMany = (max: number) => `No more than ${max} materials can be saved. Remove some you no longer need.`;

export const kindsToSave = 'Kinds to save';
/** Materials of a kind, with their size: `12 question papers, 9.6 MB`. */
export const kindToSave = (materials: string, size: string) => `${materials}, ${size}`;
/** After `kindToSave`. */
export const alreadySaved = (count: number) => `(${count} saved)`;
export const chooseKind = 'Choose at least one kind.';

/** `isRest` is true if the device already has other materials of the same subject. */
export function willBeStored(count: number, isRest: boolean): string {
  if (count === 1) return 'It will be stored on this device, so that you can read and search without a connection.';
  return isRest
    ? `The other ${count} will be stored on this device, so that you can read and search without a connection.`
    : `All ${count} will be stored on this device, so that you can read and search without a connection.`;
}
export const spaceLeft = (size: string) => `This browser has ${size} left.`;
export const save = (size: string) => `Save ${size}`;

/** After one material was saved, or several. */
export const isOnDevice = 'It’s on this device and opens without a connection.';
export const areOnDevice = 'They’re on this device and open without a connection.';
export const removeFromDevice = 'Remove from this device';
