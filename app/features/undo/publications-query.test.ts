import { expect, test } from 'vitest';
import type { ListedPublication } from './undo-records.ts';
import { namePublications } from './publications-query.ts';

const publication = (id: string, sources: string[], begunAt: string): ListedPublication => ({
  id,
  sources,
  userName: 'Ada',
  begunAt,
  published: 1,
});

test('a publication is named by its folder and day in the time zone of the library, and by the time if that is not unique', () => {
  const list = [
    publication('a', ['CSIT drive'], '2026-07-21T20:00:00.000+00:00'),
    publication('b', ['BCA'], '2026-07-21T08:30:00.000+00:00'),
    publication('c', ['BCA'], '2026-07-21T09:00:00.000+00:00'),
  ];
  expect(namePublications(list, 'Asia/Kathmandu').map(({ name }) => name)).toEqual([
    'CSIT drive, July 22, 2026',
    'BCA, July 21, 2026 at 14:15',
    'BCA, July 21, 2026 at 14:45',
  ]);
});
