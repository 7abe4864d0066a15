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
