import { expect, test } from 'vitest';
import { materialKinds } from '#domain/material.ts';
import { collectionOfKind, kindOfCollection } from './collections.ts';

test('every kind has a separate collection and is found by it', () => {
  expect(materialKinds.map((kind) => kindOfCollection(collectionOfKind[kind]))).toEqual(materialKinds);
  expect(materialKinds.map((kind) => collectionOfKind[kind])).toEqual(['papers', 'notes', 'revisions', 'books']);
  expect(kindOfCollection('leaflets')).toBeNull();
});
