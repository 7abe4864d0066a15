/**
 * Size of a chunk of an upload in bytes. A file up to this size is sent in one request, a larger one in chunks of
 * exactly this size, with a shorter last one. Clients rely on this size, so it must not change.
 */
export const chunkBytes = 5 * 1024 * 1024;
