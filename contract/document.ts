import type { z } from 'zod';
import type { account } from './schemas/accounts.ts';
import type { document } from './schemas/documents.ts';
import type { file } from './schemas/files.ts';

/** What materials, files and accounts look like on the wire (contract 3.3, 5.1, 6): the types of the schemas. */

/** A document of the contract: seven `$` keys and every declared attribute. */
export type MaterialDocument = z.infer<typeof document>;

export type DocumentList = { total: number; documents: MaterialDocument[] };

export type FileAnswer = z.infer<typeof file>;

export type AccountAnswer = z.infer<typeof account>;
