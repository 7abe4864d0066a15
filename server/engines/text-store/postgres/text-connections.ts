import type { Kysely } from 'kysely';
import type { Tables } from '#server/engines/database/sql/tables.ts';

/** Connections to the database, and the name of this process in claims and changes. */
export type TextConnections = { read: Kysely<Tables>; write: Kysely<Tables>; holder: string };
