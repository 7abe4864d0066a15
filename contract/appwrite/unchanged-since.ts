/**
 * The header that binds a change of a document to what was read of it (docs/decisions/0015). Contract 2.5 names it among
 * those a page may send; the SDK never sends it by itself.
 */
export const unchangedSinceHeader = 'X-Appwrite-Timestamp';
