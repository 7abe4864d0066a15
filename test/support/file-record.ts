import { createHash } from 'node:crypto';
import type { FileRecord } from '#server/engines/database/database.ts';

/** Returns the record of a finished file with these bytes, as the database would. */
export function fileRecord(id: string, bytes: Buffer, mimeType = 'application/pdf'): FileRecord {
  const moment = '2026-03-04T05:06:07.089+00:00';
  return {
    id,
    sequence: 1,
    name: id,
    folder: '',
    permissions: ['read("any")'],
    mimeType,
    sizeBytes: bytes.length,
    chunksTotal: 1,
    chunksHeld: [],
    isFinished: true,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    pageCount: null,
    pageTurns: [],
    warning: null,
    ownerId: 'admin',
    isReleased: false,
    createdAt: moment,
    updatedAt: moment,
  };
}
