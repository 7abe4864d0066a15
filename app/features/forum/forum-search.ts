/** The search parameters of the forum's list; defaults stay undefined, so that no address is rewritten. */
export type ForumSearch = { faculty?: string | undefined; search?: string | undefined };

/** Reads them from what the address says; what makes no sense is dropped. */
export function readForumSearch(search: Record<string, unknown>): ForumSearch {
  return { faculty: readText(search['faculty']), search: readText(search['search']) };
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined;
}
