/** Words of the form of a new post. */

export const postingIsComing = 'The ability to create posts will be available after launching the full version.';

export const titlePlaceholder = 'What is it about?';
export const titleMissing = 'Please give your post a title.';
export const content = 'Content';
export const contentPlaceholder = 'Ask a question, or share what you have found out…';
export const contentMissing = 'Please add some content.';
export const selectFaculty = 'Select Faculty';

export const tagsAdded = (max: number, count: number) => `Up to ${max} tags, ${count} added.`;
export const tagLimit = (max: number) => `You have reached the limit of ${max}.`;
export const tagRepeated = 'You have already added this tag.';
export const addTag = 'Add a tag';
export const add = 'Add';
export const tagsOfPost = 'Tags of this post';
export const removeTag = 'Remove tag';
export const removeThisTag = (tag: string) => `Remove tag ${tag}`;
