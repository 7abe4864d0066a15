import { expect, test } from 'vitest';
import { pagePolicy } from './security-headers.ts';

test('the policy allows nothing from a foreign origin', () => {
  expect(pagePolicy([])).toContain("default-src 'none'");
  expect(pagePolicy([])).not.toMatch(/https?:/);
});

test('the whole policy is as written here, directive by directive', () => {
  expect(pagePolicy(['sha256-abc']).split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval' 'sha256-abc'",
    "style-src 'self' 'unsafe-inline' data:",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    'media-src data:',
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default markup',
  ]);
});
