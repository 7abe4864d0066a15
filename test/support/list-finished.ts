import type { FileRecord, FileRecords } from '#server/engines/database/database.ts';

/** Lists these records as the database does. */
export function listFinishedOf(records: () => Iterable<FileRecord>): FileRecords['listFinished'] {
  return async (after, limit) =>
    [...records()]
      .filter(({ isFinished, sha256, sequence }) => isFinished && isAfter({ sha256, sequence }, after))
      .toSorted((one, other) => (isAfter(one, other) ? 1 : -1))
      .slice(0, limit);
}

type Place = Pick<FileRecord, 'sha256' | 'sequence'>;

function isAfter(one: Place, other: Place): boolean {
  return one.sha256 === other.sha256 ? one.sequence > other.sequence : one.sha256 > other.sha256;
}
