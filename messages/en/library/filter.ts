/** The semesters in the filter of the library while no faculty is chosen. */

export const semester = (number: number) => `Semester ${number}`;
