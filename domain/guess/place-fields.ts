/** The fields that say where a material belongs: guessed from names and first pages, or set by a person. */
export const placeFields = ['facultyId', 'semesterId', 'subject', 'kind', 'year'] as const;

export type PlaceField = (typeof placeFields)[number];

/** What may keep a file from being published without a look: a field, or that its first page reserves all rights. */
export const doubts = [...placeFields, 'rights'] as const;

export type Doubt = (typeof doubts)[number];

/** The fields that a person may set for a staged file. */
export const manualFields = [...placeFields, 'title'] as const;

/** A guess of at least this confidence is not doubtful: the labelled paths have no wrong one above it. */
export const sureFrom = 0.9;
