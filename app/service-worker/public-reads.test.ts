import { expect, test } from 'vitest';
import { isPublicRead } from './public-reads.ts';

const origin = 'https://library.test';
const isRead = (address: string, init: RequestInit = {}) =>
  isPublicRead(new URL(address, origin), new Request(origin + address, init));

test('reads of pages for visitors are stored, and downloads of archives and files are passed through', () => {
  for (const address of [
    '/v1/site',
    '/v1/materials/p1',
    '/v1/materials/p1/text',
    '/v1/materials/counts',
    '/v1/search?q=a',
  ])
    expect([address, isRead(address)]).toEqual([address, true]);
  for (const address of [
    '/v1/materials/archive?kind=paper&facultyId=csit&semesterId=1&subject=Physics',
    '/v1/storage/buckets/files/files/f1/download',
    '/v1/storage/buckets/files/files/f1/view',
    '/v1/account',
  ])
    expect([address, isRead(address)]).toEqual([address, false]);
  expect(isRead('/v1/materials/archives')).toBe(true);
  expect(isRead('/v1/site', { headers: { 'x-appwrite-project': 'examshelf' } })).toBe(false);
  expect(isRead('/v1/site', { cache: 'no-store' })).toBe(false);
});
