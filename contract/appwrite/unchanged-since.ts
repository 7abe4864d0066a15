/**
 * The header that makes a change conditional on the version that the client has read
 * (docs/decisions/0015-a-change-may-be-bound-to-what-was-read.md). Pages of other origins may send it; the SDK never
 * sends it automatically.
 */
export const unchangedSinceHeader = 'X-Appwrite-Timestamp';
