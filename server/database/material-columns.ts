import { sql } from 'kysely';
import type { Column, Columns } from './compile-query.ts';
import type { Engine } from './engine.ts';

/** The attributes of a material (contract/collections.ts and the built-in ones) in SQL. */
export function materialColumns({ titleMatches, fileUrl }: Pick<Engine, 'titleMatches' | 'fileUrl'>): Columns {
  const { prefix, suffix } = fileUrl;
  const address = (name: string): Column => ({
    value: sql`(${prefix} || ${sql.ref(name)} || ${suffix})`,
    type: 'text',
    // The file's own column has an index, an address put together row by row has none.
    equals(urls) {
      const ids = urls
        .filter((url) => url.length > prefix.length + suffix.length && url.startsWith(prefix) && url.endsWith(suffix))
        .map((url) => url.slice(prefix.length, url.length - suffix.length));
      return ids.length > 0 ? sql`${sql.ref(name)} in (${sql.join(ids)})` : sql`1 = 0`;
    },
  });
  const file = (column: string) => sql`(select ${sql.ref(column)} from files where files.id = materials.file_id)`;
  const text = (name: string): Column => ({ value: sql.ref(name), type: 'text' });
  return new Map<string, Column>([
    ['$id', text('id')],
    ['$sequence', { value: sql.ref('sequence'), type: 'number' }],
    ['$createdAt', { value: sql.ref('created_at'), type: 'moment' }],
    ['$updatedAt', { value: sql.ref('updated_at'), type: 'moment' }],
    ['title', { ...text('title'), folded: sql.ref('title_folded'), matches: titleMatches }],
    ['subject', { ...text('subject'), folded: sql.ref('subject_folded') }],
    ['facultyId', text('faculty_id')],
    ['semesterId', text('semester_id')],
    ['year', { value: sql.ref('year'), type: 'number', isNullable: true }],
    ['downloadUrl', address('file_id')],
    ['coverImageUrl', { ...address('cover_file_id'), isNullable: true }],
    ['uploadedAt', { value: sql.ref('created_at'), type: 'moment' }],
    ['fileType', { value: file('files.mime_type'), type: 'text' }],
    ['fileSize', { value: file('files.size_bytes'), type: 'number' }],
    ['pageCount', { value: file('files.page_count'), type: 'number', isNullable: true }],
    ['isSample', { value: sql.ref('is_sample'), type: 'flag' }],
  ]);
}

/** The attributes that say where a material stands, on rows of `shelf_counts`. */
export const placeColumns: Columns = new Map<string, Column>([
  ['subject', { value: sql.ref('subject'), type: 'text', folded: sql.ref('subject_folded') }],
  ['facultyId', { value: sql.ref('faculty_id'), type: 'text' }],
  ['semesterId', { value: sql.ref('semester_id'), type: 'text' }],
]);
