/** The fields that define where a material belongs. They are guessed from names and first pages, or set by a person. */
export const placeFields = ['facultyId', 'semesterId', 'subject', 'kind', 'year'] as const;

export type PlaceField = (typeof placeFields)[number];

/**
 * Doubts that a person must resolve before publishing: about a field, or because the first page reserves all rights.
 */
export const doubts = [...placeFields, 'rights'] as const;

export type Doubt = (typeof doubts)[number];

/** The fields that a person may set for a staged file. */
export const manualFields = [...placeFields, 'title'] as const;

/** Minimum confidence of a guess that is not doubtful: the labelled paths have no wrong guess above it. */
export const sureFrom = 0.9;
