import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Folders in which distributions and LibreOffice's own packages install the program. */
const places = ['/usr/lib/libreoffice/program', '/usr/lib64/libreoffice/program', '/opt/libreoffice/program'];

/**
 * Returns the folder with LibreOffice's program `soffice`; null if it is not installed. Looks again at every call,
 * because it can be installed while the server runs.
 */
export function findLibreOffice(): string | null {
  const inPath = (process.env['PATH'] ?? '').split(':').map((folder) => path.join(folder, 'soffice'));
  const program = [...inPath, ...places.map((folder) => path.join(folder, 'soffice'))].find((file) => existsSync(file));
  return program === undefined ? null : path.dirname(realpathSync(program));
}

/** The library that each kind of document needs, and the Debian package with it. */
const parts = [
  { kind: /word|opendocument\.text|rtf/u, library: 'libswlo.so', packageName: 'libreoffice-writer-nogui' },
  { kind: /presentation|powerpoint/u, library: 'libsdlo.so', packageName: 'libreoffice-impress-nogui' },
  { kind: /sheet|excel/u, library: 'libsclo.so', packageName: 'libreoffice-calc-nogui' },
] as const;

const partFor = (mediaType: string) => parts.find(({ kind }) => kind.test(mediaType)) ?? parts[0];

/** True if the LibreOffice in this folder has the part that opens documents of this media type. */
export function isInstalledFor(folder: string, mediaType: string): boolean {
  return existsSync(path.join(folder, partFor(mediaType).library));
}

/** Returns the Debian package that opens documents of this media type. */
export function packageFor(mediaType: string): string {
  return partFor(mediaType).packageName;
}
