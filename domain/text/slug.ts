/**
 * Returns the form of a name for addresses: in lower case, with the letters and digits (and their marks) of every
 * script, and a single hyphen in place of anything else. Empty if the name has no letter or digit.
 */
export function slugify(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

/** Returns slugs for a list of names, in order. Appends `-2`, `-3` and so on to slugs that clash (C and C++). */
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
