import type { Catalogue } from '#domain/catalogue.ts';
import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { StagedRecord } from '#server/engines/database/staging-records.ts';
import { beginPublication, type keptPublications } from './publish-batch.ts';
import type { PublicationService } from './staging-service.ts';
import { summarisePublication } from './summarise-publication.ts';
import type { PublicationUndo } from './undo-publication.ts';

/** Applies the rules of publications to the records. */
export function createPublicationService(parts: {
  database: Database;
  catalogue: Catalogue;
  derive: (records: readonly StagedRecord[]) => Promise<void>;
  secondsFor: (files: number) => number;
  undo: PublicationUndo;
  keptPublications?: typeof keptPublications;
}): PublicationService {
  const { database, undo } = parts;
  return {
    async previewPublication(actor, { ids, accept }) {
      requireAdministrator(actor);
      return summarisePublication(parts, [...new Set(ids)], accept);
    },

    async beginPublication(actor, ids) {
      requireAdministrator(actor);
      return { id: await beginPublication(database, actor, [...new Set(ids)], parts.keptPublications) };
    },

    async listPublications(actor, limit) {
      requireAdministrator(actor);
      const listed = await database.publications.list(limit);
      return listed.map(({ id, sources, userName, begunAt, published }) => ({
        id,
        sources,
        userName,
        begunAt,
        published,
      }));
    },

    async previewPublicationUndo(actor, id, { takesChanged }) {
      requireAdministrator(actor);
      return undo.preview(id, takesChanged);
    },

    async undoPublication(actor, id, { takesChanged }) {
      requireAdministrator(actor);
      return undo.undo(actor, id, takesChanged);
    },
  };
}
