import { expect, test } from 'vitest';
import {
  addTag,
  canAddTag,
  hasTag,
  isCommentWorthSending,
  missingFromPost,
  removeTag,
  searchPosts,
  type ForumPost,
} from './forum.ts';

test('a tag is trimmed and added at the end', () => {
  expect(addTag(['exam'], '  data   structures ')).toEqual(['exam', 'data structures']);
});

test('a tag that already exists is not added again, in upper or lower case', () => {
  expect(hasTag(['DBMS'], ' dbms ')).toBe(true);
  expect(addTag(['DBMS'], 'dbms')).toEqual(['DBMS']);
});

test('white space alone is not a tag', () => {
  expect(canAddTag([], '   ')).toBe(false);
  expect(addTag([], '   ')).toEqual([]);
});

test('a fifth tag fits and a sixth does not', () => {
  const four = ['a', 'b', 'c', 'd'];
  expect(addTag(four, 'e')).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(canAddTag([...four, 'e'], 'f')).toBe(false);
  expect(addTag([...four, 'e'], 'f')).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('after removing a tag another one fits', () => {
  const tags = removeTag(['a', 'b', 'c', 'd', 'e'], 'c');
  expect(tags).toEqual(['a', 'b', 'd', 'e']);
  expect(canAddTag(tags, 'f')).toBe(true);
});

test("a comment of only white space can't be sent", () => {
  expect(isCommentWorthSending(' \n\t ')).toBe(false);
  expect(isCommentWorthSending(' yes ')).toBe(true);
});

test('a post needs a title and content of more than white space', () => {
  expect(missingFromPost({ title: ' ', content: '' })).toEqual(['title', 'content']);
  expect(missingFromPost({ title: 'Units', content: 'Which?' })).toEqual([]);
});

test('a search finds posts that have every word in title, content or tags', () => {
  const posts = [
    post({ id: '1', title: 'Normal forms', content: 'When is 3NF enough?', tags: ['DBMS'] }),
    post({ id: '2', title: 'Normal distribution', content: 'Tables allowed?', tags: ['statistics'] }),
  ];
  const found = (search: string) => searchPosts(posts, { facultyId: null, search }).map((each) => each.id);
  expect(found('')).toEqual(['1', '2']);
  expect(found('NORMAL')).toEqual(['1', '2']);
  expect(found('dbms normal')).toEqual(['1']);
  expect(found('normal biology')).toEqual([]);
});

test('a faculty shows only its own posts', () => {
  const posts = [post({ id: '1', facultyId: 'csit' }), post({ id: '2', facultyId: 'bca' })];
  expect(searchPosts(posts, { facultyId: 'bca', search: '' }).map((each) => each.id)).toEqual(['2']);
});

function post(given: Partial<ForumPost>): ForumPost {
  return {
    id: '1',
    title: 'Title',
    content: 'Content',
    authorId: 'author',
    authorName: 'Student',
    facultyId: 'csit',
    subjectId: 'subject',
    createdAt: '2025-09-01T06:00:00+05:45',
    upvotes: 0,
    commentCount: 0,
    tags: [],
    ...given,
  };
}
