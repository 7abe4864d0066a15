/** The metric of `Server-Timing` whose description is the state of the library (`ShelfState`) that a page shows. */
export const revisionMetric = 'revision';
