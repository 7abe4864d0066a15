import path from 'node:path';
import type { Logger } from 'pino';
import type { PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { openSqliteTexts } from '#server/engines/text-store/sqlite-texts.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';

/** Below the data folder. */
const textsFolder = 'texts';

/**
 * Opens the store of texts, next to the records: in a file of the data folder, or in the PostgreSQL database, for all
 * nodes (its code is loaded only then). `onError` receives the error of a lost connection; `patienceMs` is as in
 * TextsOptions. Must be closed.
 */
export async function openTexts({
  dataDir,
  database,
  log,
  onError,
  patienceMs,
}: {
  dataDir: string;
  database: PostgresAddress | null;
  log: Logger;
  onError?: (error: unknown) => void;
  patienceMs?: number | undefined;
}): Promise<Texts> {
  if (!database) return openSqliteTexts({ directory: path.join(dataDir, textsFolder), log });
  const { openPostgresTexts } = await import('#server/engines/text-store/postgres/postgres-texts.ts');
  return openPostgresTexts({ address: database, ...(onError && { onError }), ...(patienceMs && { patienceMs }) });
}
