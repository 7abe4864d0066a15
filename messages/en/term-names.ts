/** Names of terms of the catalogue that have no name of their own in a language. */

export const termNames = {
  semester: (number: number) => `Semester ${number}`,
  year: (number: number) => `Year ${number}`,
};
