import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { materialKinds } from '#domain/material.ts';
import { kindLooks } from './kind-looks.ts';

test('the colours of every kind are defined in both themes', async () => {
  const tokens = await readFile(path.join(import.meta.dirname, '..', '..', 'styles', 'tokens.css'), 'utf8');
  for (const kind of materialKinds) {
    expect(kindLooks[kind]).toMatchObject({ colour: `text-${kind}-kind`, ground: `bg-${kind}-kind-tint` });
    for (const name of [`--${kind}-kind`, `--${kind}-kind-tint`]) {
      expect([name, tokens.match(new RegExp(`^\\s*${name}: #`, 'gm'))?.length]).toEqual([name, 2]);
      expect(tokens).toContain(`--color${name.slice(1)}: var(${name})`);
    }
  }
});
