import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Debian's packages of Ceph's gateway. */
export const s3Packages = ['radosgw', 'ceph-mon', 'ceph-osd'];

const programs = ['ceph-mon', 'ceph-osd', 'ceph', 'ceph-authtool', 'monmaptool', 'radosgw', 'radosgw-admin'];

/** Returns which programs of Ceph's gateway are not installed; none if TEST_S3_URL names a store to use instead. */
export function missingS3Programs(): string[] {
  if (process.env['TEST_S3_URL']) return [];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return programs.filter((program) => !folders.some((folder) => isExecutable(path.join(folder, program))));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
