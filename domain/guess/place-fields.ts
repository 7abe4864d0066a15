/** What says where a material belongs: guessed from names and first pages, or told by a person. */
export const placeFields = ['facultyId', 'semesterId', 'subject', 'kind', 'year'] as const;

export type PlaceField = (typeof placeFields)[number];

/** What a person may say of a staged file. */
export const toldFields = [...placeFields, 'title'] as const;

/** A guess of at least this confidence is not doubtful: the labelled paths have no wrong one above it. */
export const sureFrom = 0.9;
