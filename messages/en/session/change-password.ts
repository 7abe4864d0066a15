/** Words of the dialog that changes the password. */

export const heading = 'Change your password';
export const current = 'Current password';
export const chosen = 'New password';
export const chosenHint = 'At least 8 characters, for example four words that have nothing to do with each other.';
export const repeated = 'Repeat the new password';
export const change = 'Change password';
export const changing = 'Changing…';

export const enterCurrent = 'Enter your current password.';
export const wrongCurrent = 'That isn’t your current password.';
export const tooShort = (minLength: number) => `Use at least ${minLength} characters.`;
export const different = 'The two passwords don’t match.';

export const changed = 'Your password was changed';
export const signedOutElsewhere = 'You stay signed in here. Everywhere else you have to sign in again.';
