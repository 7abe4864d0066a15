/** On the page of a faculty or term without materials. */

export const nothingYet = (faculty: string, term: string | undefined) =>
  term === undefined
    ? `There is nothing for ${faculty} yet. Nobody has sent anything in.`
    : `There is nothing for ${term} of ${faculty} yet. Nobody has sent anything in.`;
export const otherFaculties = 'Other programmes';
export const searchLibrary = 'Search the library';
export const sendMaterial = 'Send in material';
