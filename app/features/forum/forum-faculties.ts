import names from '#catalogue/forum-faculties.json';

/** The forum's own list of faculties, in the order of its tabs. It is not the shelf's list. */
export const forumFaculties: readonly { id: string; name: string }[] = Object.entries(names).map(([id, name]) => ({
  id,
  name,
}));

/** The name of a forum faculty; its id where the list does not know it. */
export function nameForumFaculty(id: string): string {
  return forumFaculties.find((faculty) => faculty.id === id)?.name ?? id;
}
