import { editDistance } from '#domain/edit-distance.ts';
import { listSettings } from './settings.ts';

/** Settings of earlier versions, each with its replacement (docs/decisions/0084-what-did-not-earn-its-place.md). */
export const removedSettings: Readonly<Record<string, string>> = {
  DATABASE_READ_URL: 'remove it, guests read in DATABASE_URL now; a busy PostgreSQL server needs more memory or cores',
};

/** Prefixes that only our settings have. A name with such a prefix that is similar to a setting means that setting. */
const ownPrefixes = ['ADMIN_', 'MAX_UPLOAD', 'DISK_RESERVE', 'TRUSTED_PROX', 'ALLOWED_ORIGIN', 'ENTRANCE_EXAM'];

/**
 * Finds names in the environment that are not settings but similar to one, in the order of the environment. Only very
 * similar names count, because the environment has many variables of other programs.
 */
export function findMisspeltSettings(
  environment: Record<string, string | undefined>,
): { name: string; meant: string }[] {
  const known = listSettings().map(({ name }) => name);
  const found: { name: string; meant: string }[] = [];
  for (const name of Object.keys(environment)) {
    if (known.includes(name)) continue;
    const meant = nearestSetting(name, known);
    if (meant !== null) found.push({ name, meant });
  }
  return found;
}

function nearestSetting(name: string, known: readonly string[]): string | null {
  const written = name.toUpperCase();
  const ranked = known
    .map((setting) => ({ setting, distance: editDistance(written, setting) }))
    .sort((one, other) => one.distance - other.distance);
  const [nearest] = ranked;
  if (!nearest) return null;
  if (nearest.distance <= toleratedEdits(nearest.setting)) return nearest.setting;
  // MAX_UPLOAD and MAX_UPLOAD_SIZE for MAX_UPLOAD_MB: all but the last word is the same.
  const prefix = ownPrefixes.find((each) => written.startsWith(each));
  return prefix === undefined ? null : (ranked.find(({ setting }) => setting.startsWith(prefix))?.setting ?? null);
}

/**
 * Returns the number of wrong letters that are tolerated: none in short names, because HOME is not HOST; two in long
 * ones.
 */
function toleratedEdits(setting: string): number {
  if (setting.length < 6) return 0;
  return setting.length < 9 ? 1 : 2;
}
