/** Words of the page with the subjects of a term for revision. */

export const place = (faculty: string, term: string) => `${faculty} सङ्काय, ${term}`;
