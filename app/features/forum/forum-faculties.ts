import names from '#catalogue/forum-faculties.json';

/** The faculties of the forum, in the order of its tabs. They differ from those of the catalogue. */
export const forumFaculties: readonly { id: string; name: string }[] = Object.entries(names).map(([id, name]) => ({
  id,
  name,
}));

/** Returns the name of a faculty of the forum, or its id if it is not in the list. */
export function nameForumFaculty(id: string): string {
  return forumFaculties.find((faculty) => faculty.id === id)?.name ?? id;
}

/** The search parameters of the forum's list. Defaults are undefined, so that no address has to be rewritten. */
type ForumSearch = { faculty?: string | undefined; search?: string | undefined };

/** Parses the search parameters of an address; invalid values are dropped. */
export function readForumSearch(search: Record<string, unknown>): ForumSearch {
  return { faculty: readText(search['faculty']), search: readText(search['search']) };
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined;
}
