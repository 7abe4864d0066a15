/**
 * Every error of the API: Appwrite's error types, and some of ours, with their statuses.
 * Services throw a `Problem` by type; only this table has status numbers.
 */
export const problemStatuses = {
  general_argument_invalid: 400,
  general_query_invalid: 400,
  general_cursor_not_found: 400,
  general_bad_request: 400,
  database_query_order_null: 400,
  document_invalid_structure: 400,
  document_missing_data: 400,
  document_missing_payload: 400,
  row_invalid_structure: 400,
  row_missing_data: 400,
  row_missing_payload: 400,
  storage_file_empty: 400,
  storage_file_type_unsupported: 400,
  storage_invalid_file_size: 400,
  storage_invalid_content_range: 400,
  storage_invalid_appwrite_id: 400,
  user_count_exceeded: 400,
  user_unauthorized: 401,
  user_invalid_credentials: 401,
  user_session_already_exists: 401,
  general_unauthorized_scope: 401,
  general_access_forbidden: 401,
  user_jwt_invalid: 401,
  general_unknown_origin: 403,
  user_blocked: 403,
  storage_invalid_file: 403,
  storage_bucket_transformations_disabled: 403,
  document_delete_restricted: 403,
  general_route_not_found: 404,
  project_not_found: 404,
  database_not_found: 404,
  collection_not_found: 404,
  table_not_found: 404,
  document_not_found: 404,
  row_not_found: 404,
  storage_bucket_not_found: 404,
  storage_file_not_found: 404,
  page_text_not_found: 404,
  user_session_not_found: 404,
  transaction_not_found: 404,
  general_not_implemented: 405,
  document_already_exists: 409,
  row_already_exists: 409,
  document_unique_constraint_violation: 409,
  document_update_conflict: 409,
  storage_file_already_exists: 409,
  user_already_exists: 409,
  general_resource_locked: 409,
  staging_full: 409,
  office_not_installed: 409,
  storage_invalid_range: 416,
  general_unknown_host: 421,
  general_rate_limit_exceeded: 429,
  general_unknown: 500,
  general_server_error: 500,
  user_auth_method_unsupported: 501,
  general_service_unavailable: 503,
  storage_full: 507,
} as const;

export type ProblemType = keyof typeof problemStatuses;

/** Problems with the bytes of a file: the same bytes would be refused again. */
export const refusedBytes: readonly ProblemType[] = [
  'storage_file_empty',
  'storage_file_type_unsupported',
  'storage_invalid_file_size',
];

/** The body of every error response. */
export type ProblemBody = { message: string; code: number; type: ProblemType; version: string };

/** An expected failure. Its message is for the user: the cause and what to do. */
export class Problem extends Error {
  readonly type: ProblemType;
  /** Extra response headers, e.g. `Retry-After` or `Content-Range`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(type: ProblemType, message: string, options: { headers?: Record<string, string>; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'Problem';
    this.type = type;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return problemStatuses[this.type];
  }
}
