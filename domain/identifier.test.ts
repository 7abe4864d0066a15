import { expect, test, vi } from 'vitest';
import { isIdentifier, makeIdentifier } from './identifier.ts';

test('an identifier has 1 to 36 letters, digits, dots, hyphens and underscores, and begins with a letter or digit', () => {
  for (const id of ['a', '7', 'A1._-b', 'x'.repeat(36)]) expect(isIdentifier(id)).toBe(true);
  for (const id of ['', '.a', '-a', '_a', 'x'.repeat(37), 'a b', 'a/b', 'é', 'unique()', 'a\n', null, 1]) {
    expect(isIdentifier(id)).toBe(false);
  }
});

test('generated identifiers are valid, all different, and 20 hexadecimal characters long', () => {
  const made = Array.from({ length: 1000 }, makeIdentifier);
  expect(new Set(made).size).toBe(made.length);
  for (const id of made) expect(id).toMatch(/^[0-9a-f]{20}$/);
  expect(made.every(isIdentifier)).toBe(true);
});

test('no identifier is generated twice in one millisecond, even with the same random bits', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_790_000_000_000 });
  const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => array);
  try {
    const made = new Set(Array.from({ length: 4096 }, makeIdentifier));
    expect(made.size).toBe(4096);
    expect(new Set([...made].map((id) => id.slice(0, 13))).size).toBe(1);
  } finally {
    random.mockRestore();
    vi.useRealTimers();
  }
});
