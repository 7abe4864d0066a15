import { arrivingSetting, closedSetting } from '#server/machinery/faults/closed-library.ts';

/** The state of the backups of a library in PostgreSQL (server/upkeep/backup/daily/backup-notes.ts). */
export const backupsSetting = 'backups';

/** Settings of a location instead of the library: they are not moved, counted or compared. */
export const placeSettings: readonly string[] = [arrivingSetting, closedSetting, backupsSetting];

/** A table whose rows are copied when a library is moved between engines. */
export type MovedTable = {
  name: string;
  /** The sort key of its rows: together these columns are unique. */
  key: readonly string[];
  /** JSON columns, which engines write in different ways. */
  json?: readonly string[];
  /** Columns that an engine computes from others in its own way. */
  made?: readonly string[];
};

/** All moved tables, each after those it refers to. */
export const movedTables: readonly MovedTable[] = [
  { name: 'settings', key: ['name'] },
  { name: 'files', key: ['sequence'] },
  { name: 'file_chunks', key: ['file_id', 'position'] },
  { name: 'removed_files', key: ['id'] },
  { name: 'used_file_ids', key: ['id'] },
  { name: 'photographs', key: ['file_id', 'position'] },
  { name: 'materials', key: ['sequence'], made: ['title_words', 'title_trigrams', 'title_key'] },
  { name: 'material_readers', key: ['material_id', 'role'] },
  { name: 'hidden_materials', key: ['material_id'] },
  { name: 'purged_materials', key: ['id'] },
  { name: 'shelf_counts', key: ['kind', 'faculty_id', 'semester_id', 'subject'] },
  { name: 'accounts', key: ['sequence'] },
  { name: 'sessions', key: ['sequence'] },
  { name: 'browsers', key: ['user_id', 'secret_hash'] },
  { name: 'sign_in_waits', key: ['key'] },
  { name: 'trail', key: ['sequence'] },
  { name: 'kept_pairs', key: ['first_sha256', 'second_sha256'] },
  { name: 'bulk_changes', key: ['sequence'] },
  { name: 'bulk_change_rows', key: ['change_id', 'material_id'] },
  { name: 'staging_clock', key: ['id'] },
  { name: 'staged_files', key: ['sequence'], json: ['told', 'taken', 'guess'] },
  { name: 'staged_photographs', key: ['staged_id', 'position'] },
  { name: 'staged_paths', key: ['staged_id', 'path'] },
  { name: 'staged_similar', key: ['sha256', 'other_sha256'] },
  { name: 'staged_removed', key: ['revision'] },
  { name: 'staged_signals', key: ['drive', 'signal', 'staged_id'] },
  { name: 'staged_drives', key: ['drive'], json: ['evidence'] },
  { name: 'publications', key: ['sequence'] },
  { name: 'publication_files', key: ['publication_id', 'staged_id'] },
  { name: 'harvest_clock', key: ['id'] },
  { name: 'harvest_records', key: ['number'] },
  { name: 'harvest_faculties', key: ['faculty_id'] },
];

/** Tables of one engine or the other that stay behind, each for its reason. `transfer.suite.ts` finds new ones. */
export const otherTables: readonly RegExp[] = [
  // Each engine has its own.
  /^migrations$/,
  // The indexes of words, which are rebuilt.
  /^materials_(?:search|title_trigrams)(?:_\w+)?$/,
  // The search index of PostgreSQL, which is rebuilt; the port of texts copies the extracted texts.
  /^search_/,
  /^text_/,
  // Holds, leases and messages among the nodes of one location.
  /^(?:lease|file_holds|photograph_works|change_log|change_log_start|sign_in_tries)$/,
  // Change tracking for the search index, which is rebuilt.
  /^material_revisions$/,
  // SQLite's own.
  /^sqlite_/,
];

/** The column with the engine's generated numbers, in the tables that have it. */
export const sequenceColumn = 'sequence';

/** True if a table generates numbers. */
export const hasSequence = ({ key }: MovedTable): boolean => key[0] === sequenceColumn;
