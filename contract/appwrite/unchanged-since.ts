/**
 * The header that binds a change of a document to what was read of it (docs/decisions/0015). Pages of other
 * origins may send it; the SDK never sends it by itself.
 */
export const unchangedSinceHeader = 'X-Appwrite-Timestamp';
