import { expect, test } from 'vitest';
import { hasOpaqueOrigin } from './opaque-origin.ts';

const answer = (policy?: string) =>
  new Response('', policy === undefined ? {} : { headers: { 'content-security-policy': policy } });

test.each([
  'sandbox',
  'sandbox allow-scripts',
  "default-src 'none'; Sandbox  allow-scripts ;script-src 'unsafe-inline'",
  "default-src 'self', sandbox allow-scripts",
  'sandbox; sandbox allow-same-origin',
])('a document with the policy %s has an opaque origin', (policy) => {
  expect(hasOpaqueOrigin(answer(policy))).toBe(true);
});

test.each([
  undefined,
  '',
  "default-src 'none'",
  'sandbox allow-scripts allow-same-origin',
  'sandbox allow-scripts ALLOW-SAME-ORIGIN',
  'sandbox allow-same-origin; sandbox',
  'report-uri /sandbox; x-sandbox',
])('a document with the policy %s keeps its origin', (policy) => {
  expect(hasOpaqueOrigin(answer(policy))).toBe(false);
});
