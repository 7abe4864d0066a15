/** A post of the discussion forum. Its posts are samples that exist only in the browser. */

export type ForumPost = {
  id: string;
  title: string;
  content: string;
  authorId: string;
  authorName: string;
  facultyId: string;
  subjectId: string;
  /** ISO 8601 with a zone. */
  createdAt: string;
  upvotes: number;
  commentCount: number;
  tags: string[];
};

export type ForumComment = {
  id: string;
  postId: string;
  content: string;
  authorId: string;
  authorName: string;
  /** ISO 8601 with a zone. */
  createdAt: string;
  upvotes: number;
};

/** Maximum number of tags of a post. */
export const maxTags = 5;

/** True if the typed text can be added as a tag: it is not empty, and there are fewer tags than the maximum. */
export function canAddTag(tags: readonly string[], typed: string): boolean {
  return trimTag(typed) !== '' && tags.length < maxTags;
}

/** True if the tag is already there, ignoring case. */
export function hasTag(tags: readonly string[], typed: string): boolean {
  const wanted = trimTag(typed).toLowerCase();
  return tags.some((tag) => tag.toLowerCase() === wanted);
}

/** Returns the tags with the typed one added at the end, trimmed; the same list if it can't be added. */
export function addTag(tags: readonly string[], typed: string): readonly string[] {
  return canAddTag(tags, typed) && !hasTag(tags, typed) ? [...tags, trimTag(typed)] : tags;
}

/** Returns the tags without this one. */
export function removeTag(tags: readonly string[], tag: string): readonly string[] {
  return tags.filter((each) => each !== tag);
}

/** True if a comment contains anything but white space. */
export function isCommentWorthSending(text: string): boolean {
  return text.trim() !== '';
}

/** Returns the required fields of a new post that are still empty, in the order of the form. */
export function missingFromPost(post: { title: string; content: string }): ('title' | 'content')[] {
  return (['title', 'content'] as const).filter((field) => post[field].trim() === '');
}

/**
 * Returns the posts of a faculty (of all if null) that contain every search term in title, content or tags, ignoring
 * case. The order stays the same.
 */
export function searchPosts(
  posts: readonly ForumPost[],
  { facultyId, search }: { facultyId: string | null; search: string },
): ForumPost[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return posts.filter((post) => {
    if (facultyId !== null && post.facultyId !== facultyId) return false;
    const text = [post.title, post.content, ...post.tags].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Collapses white space inside a tag to one space, so that "data  base" and "data base" are the same tag. */
function trimTag(typed: string): string {
  return typed.trim().replace(/\s+/g, ' ');
}
