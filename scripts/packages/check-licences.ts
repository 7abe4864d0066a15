import satisfies from 'spdx-satisfies';

/** An entry of `packages` in package-lock.json. */
export type LockedPackage = { dev?: boolean; link?: boolean; license?: string; version?: string };

/**
 * Accepted licences of production packages: free licences without conditions for the program that uses a package, and
 * those whose conditions apply only to the package's own files (MPL, and LGPL for sharp's libvips, which is loaded as a
 * separate library).
 */
export const allowedLicences = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'CC-BY-4.0',
  'Python-2.0',
  'Zlib',
  'MPL-2.0',
  'LGPL-3.0-or-later',
] as const;

/**
 * Returns the packages of a lock file that production needs, on any machine, and whose licence is not accepted: one
 * line each, with its name, version and licence. `installed` returns the licence in the package itself, or null where
 * it is not installed; both must be accepted.
 */
export function findRefusedLicences(
  packages: Readonly<Record<string, LockedPackage>>,
  installed: (folder: string) => string | null = () => null,
): string[] {
  return Object.entries(packages).flatMap(([folder, { dev, link, license, version }]) => {
    if (folder === '' || dev || link) return [];
    const said = [license, installed(folder)].filter((each) => each !== null && each !== undefined);
    const refused = said.length === 0 ? 'no licence' : said.find((each) => !isAllowed(each));
    return refused === undefined ? [] : [`${nameOf(folder)} ${version ?? ''}: ${refused}`];
  });
}

function isAllowed(licence: string): boolean {
  try {
    return satisfies(licence, allowedLicences);
  } catch {
    // Such as "SEE LICENSE IN …": a person must read it first.
    return false;
  }
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
