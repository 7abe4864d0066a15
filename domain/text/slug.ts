/**
 * Returns the address form of a name: lower case, with letters and digits (and the marks that belong to them) of every script,
 * everything else a single hyphen. Empty if the name has no letter or digit.
 */
export function slugify(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

/** Returns slugs for a list of names, in order; a clash gets `-2`, `-3` and so on (C and C++). */
export function uniqueSlugs(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const base = slugify(name) || 'subject';
    let slug = base;
    for (let count = 2; taken.has(slug); count += 1) slug = `${base}-${count}`;
    taken.add(slug);
    return slug;
  });
}
