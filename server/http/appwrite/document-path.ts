import { kindOfCollection } from '#contract/collections.ts';
import { Problem } from '#contract/problems.ts';
import type { MaterialKind } from '#domain/material.ts';
import type { CheckedRequest } from '#server/http/api/handlers.ts';
import type { Config } from '#server/config.ts';
import type { Dialect } from './dialect.ts';

/** Parses the material, or the kind of material, in a path. */
export type DocumentPath = {
  /**
   * Returns the kind whose collection the path names. Throws Problem `database_not_found` or `collection_not_found`.
   * Call it first, so that a missing parent is reported before permissions or content are checked.
   */
  kindOf(path: CheckedRequest['path']): MaterialKind;
  idOf(path: CheckedRequest['path']): string;
};

/** Creates the parser of paths of one dialect. */
export function createDocumentPath(
  { ids }: Pick<Config, 'ids'>,
  { collectionParam, documentParam }: Pick<Dialect, 'collectionParam' | 'documentParam'>,
): DocumentPath {
  return {
    kindOf(path) {
      if (path['databaseId'] !== ids.databaseId) {
        throw new Problem('database_not_found', 'Database with the requested ID could not be found.');
      }
      const kind = kindOfCollection(path[collectionParam] ?? '');
      if (!kind) throw new Problem('collection_not_found', 'Collection with the requested ID could not be found.');
      return kind;
    },
    idOf: (path) => path[documentParam] ?? '',
  };
}
