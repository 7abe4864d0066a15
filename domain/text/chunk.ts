/**
 * Size of a chunk of an upload in bytes. Up to this much goes in one request; more goes in chunks of exactly this size, the last
 * one shorter. Clients rely on the number, so it must not change.
 */
export const chunkBytes = 5 * 1024 * 1024;
