/** Words of the reader while a document opens, if that fails, and if the document needs a password. */

export const opening = 'Opening…';

export const program = 'Another program intercepted this document.';
export const programAdvice =
  'A download manager or another program on this computer may have downloaded it instead of the reader. Exclude this site in its settings, then try again.';
export const network = 'Your network sent another page instead of this document.';
export const networkAdvice =
  'It may need you to sign in first. Open any website in a new tab to sign in, then try again.';
export const missing = 'This document is missing.';
export const missingAdvice = 'Its file isn’t in the library. It may have been removed.';
export const refused = 'This document can’t be loaded right now.';
export const refusedAdvice = 'The library didn’t send the file. Wait a moment and try again.';
export const broken = 'This document can’t be shown.';
export const brokenAdvice = 'Try again. If that doesn’t help, download it and open it in another app.';

export const enterPassword = 'Enter the password to open this PDF file.';
export const wrongPassword = 'Invalid password. Please try again.';
export const knownPassword = <Piece>(password: Piece) => ['Password from the library: ', password] as const;
