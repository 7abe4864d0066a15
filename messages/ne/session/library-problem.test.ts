import { expect, test } from 'vitest';
import { problemStatuses } from '#contract/problems.ts';
import { openings, quoting, withDetails } from './library-problem.ts';

test('a problem is explained in Nepali alone if its type says everything', () => {
  const message = 'Requests from this origin are not allowed. The operator can allow it with ALLOWED_ORIGINS.';
  expect(withDetails('general_unknown_origin', message)).toEqual({
    text: 'सर्भरले यस ठेगानाबाट आएका अनुरोध लिँदैन।',
    quotation: null,
  });
});

test('a known message of the server takes the place of the sentence for its type', () => {
  expect(withDetails('storage_invalid_file_size', 'The file is too large. At most 200 MB are accepted.')).toEqual({
    text: 'फाइल धेरै ठूलो छ। बढीमा २०० MB को फाइल लिइन्छ।',
    quotation: null,
  });
});

test('details that are known only in English are quoted after a colon', () => {
  const message = 'Invalid document structure: Unknown attribute: "colour"';
  const { text, quotation } = withDetails('document_invalid_structure', message);
  expect(quotation).toBe(message);
  expect(quoting(text, message).join('')).toBe(`पुस्तकालयले यी विवरण स्वीकार गरेन: “${message}”`);
});

test('a type of a later server is explained with its message', () => {
  expect(withDetails('moon_is_full', 'Wait.')).toEqual({ text: 'पुस्तकालयले यो अनुरोध स्वीकार गरेन।', quotation: 'Wait.' });
  expect(withDetails('moon_is_full', '')).toEqual({ text: 'पुस्तकालयले यो अनुरोध स्वीकार गरेन।', quotation: null });
});

test('only types that pages do not meet, or that have one sentence together, have none of their own', () => {
  const types = Object.keys(problemStatuses) as (keyof typeof problemStatuses)[];
  expect(types.filter((type) => openings[type] === undefined).toSorted()).toEqual([
    // Requests of other clients: SQL-like queries, tables, transactions, new accounts.
    'database_query_order_null',
    'general_server_error',
    'general_unauthorized_scope',
    'general_unknown',
    'row_already_exists',
    'row_missing_data',
    'row_missing_payload',
    'table_not_found',
    'transaction_not_found',
    'user_already_exists',
    'user_auth_method_unsupported',
    'user_count_exceeded',
    'user_unauthorized',
  ]);
});
