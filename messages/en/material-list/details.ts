/** Attributes on the page of a material. */

export const yearOfStudy = 'Year of study';
export const uploaded = 'Uploaded';
