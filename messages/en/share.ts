/** Words for sharing a page: the button, and the dialog with a link and a QR code. */

export const shareOne = (title: string) => `Share ${title}`;

export const link = 'Link';
export const copy = 'Copy';
export const copied = 'The link is copied.';
export const notCopied = 'The link couldn’t be copied. It’s selected, so you can copy it by hand.';
export const qrCode = 'QR code of the link';
export const scan = 'Scan it to open the page on another device.';
export const linkNotShown = 'Sharing couldn’t be loaded. Check your connection.';
