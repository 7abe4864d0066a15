import { expect, test } from 'vitest';
import { maxTags } from '#domain/forum.ts';
import { forumFaculties, nameForumFaculty } from './forum-faculties.ts';
import { findDiscussion, sampleComments, samplePosts } from './sample-forum.ts';

test('the sample has five posts and three comments', () => {
  expect(samplePosts).toHaveLength(5);
  expect(sampleComments).toHaveLength(3);
});

test("a post's comment count matches its comments", () => {
  const counted = samplePosts.map((post) => [post.id, findDiscussion(post.id)?.comments.length]);
  expect(counted).toEqual(samplePosts.map((post) => [post.id, post.commentCount]));
});

test('every post belongs to a faculty of the forum and has valid tags', () => {
  const ids = forumFaculties.map((faculty) => faculty.id);
  expect(samplePosts.filter((post) => !ids.includes(post.facultyId) || post.tags.length > maxTags)).toEqual([]);
});

test('the forum has thirteen faculties with the specified names', () => {
  expect(forumFaculties).toHaveLength(13);
  expect(forumFaculties[0]).toEqual({ id: 'csit', name: 'BSc CSIT' });
  expect(nameForumFaculty('ctevt')).toBe('BEd');
});

test('an unknown discussion is not found', () => {
  expect(findDiscussion('nobody-asked')).toBeNull();
});
