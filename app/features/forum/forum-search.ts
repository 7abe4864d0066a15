/** The search parameters of the forum's list. Defaults are undefined, so that no address has to be rewritten. */
export type ForumSearch = { faculty?: string | undefined; search?: string | undefined };

/** Parses the search parameters of an address; invalid values are dropped. */
export function readForumSearch(search: Record<string, unknown>): ForumSearch {
  return { faculty: readText(search['faculty']), search: readText(search['search']) };
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined;
}
