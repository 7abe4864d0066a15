import type { Generated } from 'kysely';
import type { MaterialKind } from '#domain/material.ts';

/**
 * The rows of the tables (migrations/). Times are milliseconds since 1970, flags 0 or 1. Rows never leave this
 * folder: materials.ts, files.ts and accounts.ts convert them to the records of the port.
 */
export type Tables = {
  materials: MaterialRow;
  material_readers: { material_id: string; role: string };
  hidden_materials: HiddenMaterialRow;
  purged_materials: { id: string; purged_at: number };
  shelf_counts: ShelfCountRow;
  files: FileRow;
  /** Maintained by triggers. */
  removed_files: { id: string; sha256: string; size_bytes: number };
  /** Maintained by triggers; never removed. */
  used_file_ids: { id: string; sha256: string };
  file_chunks: { file_id: string; position: number };
  photographs: { file_id: string; position: number; photograph_id: string; turn: number; keeps_whole: number };
  accounts: AccountRow;
  sessions: SessionRow;
  browsers: { user_id: string; secret_hash: string; created_at: number; seen_at: number };
  sign_in_waits: { key: string; step: number; ends_at: number };
  trail: TrailRow;
  settings: { name: string; value: string };
  bulk_changes: BulkChangeRow;
  publications: PublicationRow;
  publication_files: PublicationFileRow;
  bulk_change_rows: { change_id: string; material_id: string; former: string; updated_at: number };
  kept_pairs: { first_sha256: string; second_sha256: string; kept_at: number };
  staged_files: StagedRow;
  staged_photographs: { staged_id: string; position: number; sha256: string };
  staged_paths: {
    staged_id: string;
    path: string;
    folder_key: string;
    pattern_key: string;
    is_told: Generated<number>;
  };
  staged_similar: { sha256: string; other_sha256: string; same: number };
  staged_signals: { drive: string; signal: string; staged_id: string };
  /** `evidence` is JSON. */
  staged_drives: { drive: string; evidence: string };
  /** Maintained by triggers. */
  staged_removed: { revision: number; id: string };
  /** Maintained by triggers. */
  staging_clock: { id: number; revision: number };
  /** Maintained by triggers. */
  harvest_clock: { id: number; revision: number; changed_at: number };
  /** Maintained by triggers; never removed. */
  harvest_records: HarvestRecordRow;
  harvest_faculties: { faculty_id: string; digest: string; touch_up_to: number | null };
  migrations: { name: string; digest: string; applied_at: number };
  /** The table exists only on PostgreSQL. */
  lease: { name: string; holder: string; until: number };
  /** The table exists only on PostgreSQL, and triggers maintain it. */
  change_log: { id: number; node: string; transaction: number; subject: string; changed: number; rows: string | null };
  sign_in_tries: { key: string; count: number; step: number; ends_at: number };
  change_log_start: { id: number; pruned_to: number };
};

type HarvestRecordRow = {
  number: number;
  material_id: string;
  faculty_id: string;
  is_deleted: number;
  revision: number;
  changed_at: number;
};

export type StagedRow = {
  sequence: Generated<number>;
  id: string;
  /** The first path announced for the file. All its paths are in `staged_paths`. */
  path: string;
  folder_key: string;
  pattern_key: string;
  /** Null until the row was guessed. */
  best_path: string | null;
  path_count: Generated<number>;
  sha256: string;
  size_bytes: number;
  file_id: string;
  material_id: string;
  state: Generated<'waiting' | 'reading' | 'checked' | 'published'>;
  fault: string | null;
  refusal: string | null;
  /** JSON. */
  told: Generated<string>;
  taken: Generated<string>;
  guess: Generated<string>;
  /** Separated by spaces. */
  doubtful: Generated<string>;
  confidence: Generated<number>;
  stale: Generated<number>;
  /** Maintained by triggers. */
  revision: Generated<number>;
  created_at: number;
  updated_at: number;
  touched_lived: number;
};

export type MaterialRow = {
  sequence: Generated<number>;
  id: string;
  kind: MaterialKind;
  title: string;
  title_folded: string;
  title_words: string;
  /** Only in SQLite; PostgreSQL has an index on the computed key. */
  title_key: Generated<string>;
  subject: string;
  subject_folded: string;
  faculty_id: string;
  semester_id: string;
  year: number | null;
  year_bs: number | null;
  file_password: string | null;
  file_password_note: string | null;
  file_id: string;
  cover_file_id: string | null;
  is_sample: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
  /** Lived time at which the material was withdrawn. */
  withdrawn_lived: number | null;
  permissions: Generated<string>;
  is_public: Generated<number>;
};

type HiddenMaterialRow = {
  material_id: string;
  hidden_at: number;
  reason: string | null;
  former_permissions: string | null;
};

export type BulkChangeRow = {
  sequence: Generated<number>;
  id: string;
  action: string;
  materials: number;
  made_at: number;
  lived: number;
  reason: string | null;
  outcome: string | null;
  user_id: Generated<string>;
  user_name: Generated<string>;
  /** JSON. */
  steps: Generated<string>;
};

export type PublicationRow = {
  sequence: Generated<number>;
  id: string;
  /** JSON. */
  sources: Generated<string>;
  user_id: string;
  user_name: string;
  begun_at: number;
  lived: number;
  undone_at: number | null;
  undone_by: string | null;
  takes_changed: Generated<number>;
  outcome: string | null;
};

type PublicationFileRow = {
  publication_id: string;
  staged_id: string;
  material_id: string;
  state: 'pending' | 'published' | 'undone';
  former_state: 'reading' | 'checked' | null;
  updated_at: number | null;
};

/** Maintained by triggers; read only. */
type ShelfCountRow = {
  kind: MaterialKind;
  faculty_id: string;
  semester_id: string;
  subject: string;
  subject_folded: string;
  materials: number;
};

export type FileRow = {
  sequence: Generated<number>;
  id: string;
  name: string;
  name_folded: string;
  folder: string;
  folder_folded: string;
  mime_type: Generated<string>;
  size_bytes: number;
  chunks_total: number;
  is_finished: Generated<number>;
  sha256: Generated<string>;
  page_count: number | null;
  /** JSON. */
  page_turns: string | null;
  warning: string | null;
  owner_id: string;
  /** Maintained by triggers. */
  uses: Generated<number>;
  /** Maintained by triggers. */
  is_released: Generated<number>;
  touched_lived: Generated<number>;
  created_at: number;
  updated_at: number;
  permissions: Generated<string>;
};

export type AccountRow = {
  sequence: Generated<number>;
  id: string;
  email: string;
  name: string;
  password_hash: string;
  is_administrator: number;
  is_blocked: Generated<number>;
  is_from_settings: Generated<number>;
  created_at: number;
  updated_at: number;
  password_updated_at: number;
};

export type SessionRow = {
  sequence: Generated<number>;
  id: string;
  user_id: string;
  secret_hash: string;
  is_long: Generated<number>;
  expires_at: number;
  /** No longer used: sessions are deleted when they end. */
  touched_lived: Generated<number>;
  created_at: number;
  updated_at: number;
  ip: string;
  user_agent: string;
};

export type TrailRow = {
  sequence: Generated<number>;
  at: number;
  is_deed: number;
  action: string;
  user_id: string;
  user_name: string;
  subject_id: string;
  title: string;
  detail: Generated<string>;
  network: string;
  times: Generated<number>;
  last_at: number;
  counted_hour: number | null;
};
