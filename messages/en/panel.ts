/** Words of the admin panel around its tabs. */

import { number } from './format.ts';

export const title = 'Admin Panel';
export const needsScripts = 'The panel needs JavaScript.';

export const signedInAs = (name: string, email: string) => `Signed in as ${name} · ${email}`;
export const logout = 'Logout';
export const libraryStatus = 'Library status';
export const changePassword = 'Change password';
export const accountAndStatus = 'Account and library status';

export const notAllowed = 'This account can read but not manage the library. Sign in as an administrator.';
export const setContact = 'Set your own contact address.';
/** CONTACT_EMAIL is a setting, and site.json a file. */
export const defaultContact = <Piece>(email: Piece) =>
  [
    'Students still see the default one, ',
    email,
    '. Set yours in CONTACT_EMAIL or in the content folder’s site.json.',
  ] as const;

export const uploadContent = 'Upload Content';
export const manageContent = 'Manage Content';
export const importMany = 'Import Many';
export const whatIsMissing = 'What Is Missing';
/** Files of the import that are not published yet: a number on the tab, with a word that is read out. */
export const stagedCount = <Piece>(count: number, read: Piece) => [`${number(count)} `, read] as const;
export const staged = 'staged';

/** While files are dragged over the panel. */
export const dropToImport = 'Drop files, folders or archives to import them.';
export const dropToUpload = 'Drop a file to upload it, or a folder or several files to import them.';
