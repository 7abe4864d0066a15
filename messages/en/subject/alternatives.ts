/** Links on the page of a subject without materials of a kind. */

export const allSubjectsOf = (term: string) => `All subjects of ${term}`;
export const sendMaterial = 'Send in material';
export const otherFaculties = 'This subject in other programmes';
