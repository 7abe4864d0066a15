import { expect, test } from 'vitest';
import { maxTags } from '#domain/forum.ts';
import { forumFaculties, nameForumFaculty } from './forum-faculties.ts';
import { findDiscussion, sampleComments, samplePosts } from './sample-forum.ts';

test('there are five sample posts and three sample comments', () => {
  expect(samplePosts).toHaveLength(5);
  expect(sampleComments).toHaveLength(3);
});

test('a post counts the comments that exist', () => {
  const counted = samplePosts.map((post) => [post.id, findDiscussion(post.id)?.comments.length]);
  expect(counted).toEqual(samplePosts.map((post) => [post.id, post.commentCount]));
});

test('every post belongs to a faculty of the forum and follows the rule for tags', () => {
  const ids = forumFaculties.map((faculty) => faculty.id);
  expect(samplePosts.filter((post) => !ids.includes(post.facultyId) || post.tags.length > maxTags)).toEqual([]);
});

test('the forum has thirteen faculties of its own, with the specified names', () => {
  expect(forumFaculties).toHaveLength(13);
  expect(forumFaculties[0]).toEqual({ id: 'csit', name: 'BSc CSIT' });
  expect(nameForumFaculty('ctevt')).toBe('BEd');
});

test('a discussion that does not exist is not found', () => {
  expect(findDiscussion('nobody-asked')).toBeNull();
});
