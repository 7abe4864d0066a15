import type { ForumComment, ForumPost } from '#domain/forum.ts';

/** The content of the forum while it is a mock: five posts and three comments. */

/* oxlint-disable house/literal-sentences -- sample content, not words of the interface */

export const samplePosts: readonly ForumPost[] = [
  {
    id: 'normal-forms',
    title: 'When is third normal form enough, and when do they want BCNF?',
    content:
      'Three of the last five papers ask for a schema to be normalised “up to the highest normal form”. I always stop at 3NF because the dependencies are preserved, and the model answer in our notes goes on to BCNF and loses one.\n\nDo you state both and say which one you would keep? It is an eight-mark question, so I would like to know what is expected.',
    authorId: 'sample-third-year-student',
    authorName: 'Third-year student',
    facultyId: 'csit',
    subjectId: 'database-management-system',
    createdAt: '2025-11-18T19:40:00+05:45',
    upvotes: 24,
    commentCount: 2,
    tags: ['DBMS', 'normalisation', 'exam answers'],
  },
  {
    id: 'step-marking',
    title: 'How much do steps count in numerical methods?',
    content:
      'My calculator and the key disagree in the fourth decimal after six iterations of Newton–Raphson. The table is right, the last digit is not.\n\nIf every iteration is written out, how many marks does a rounded result cost? I have seen two answers from two teachers.',
    authorId: 'sample-class-representative',
    authorName: 'Class representative',
    facultyId: 'civil',
    subjectId: 'numerical-methods',
    createdAt: '2025-11-12T07:15:00+05:45',
    upvotes: 17,
    commentCount: 1,
    tags: ['numerical methods', 'marking'],
  },
  {
    id: 'anatomy-plan',
    title: 'A four-week plan for anatomy that leaves time to sleep',
    content:
      'Week one: upper and lower limb, one region a day, drawing it from memory in the evening. Week two: thorax and abdomen. Week three: head and neck, because everybody leaves it to the end. Week four: nothing new, only old papers against the clock.\n\nWhat would you move?',
    authorId: 'sample-teaching-assistant',
    authorName: 'Teaching assistant',
    facultyId: 'medical',
    subjectId: 'anatomy',
    createdAt: '2025-10-29T21:05:00+05:45',
    upvotes: 31,
    commentCount: 0,
    tags: ['anatomy', 'planning', 'revision'],
  },
  {
    id: 'marketing-cases',
    title: 'Case studies in Principles of Marketing: local examples that work',
    content:
      'Examiners have read the same three international brands for years. A tea cooperative from Ilam, a bus company that sells seats by phone and a dairy that changed its packaging gave me more to say about the four Ps than any of them.\n\nWhich local cases have you used?',
    authorId: 'sample-final-year-student',
    authorName: 'Final-year student',
    facultyId: 'management',
    subjectId: 'principles-of-marketing',
    createdAt: '2025-10-14T16:30:00+05:45',
    upvotes: 12,
    commentCount: 0,
    tags: ['marketing', 'case studies'],
  },
  {
    id: 'pointers',
    title: 'Pointers to pointers: what finally made it click',
    content:
      'Draw boxes. One box for each variable, its address written below it, an arrow for each pointer. Then do the lab sheet on paper before touching the compiler.\n\nAfter two evenings the “output of the following program” questions stopped being a lottery.',
    authorId: 'sample-first-year-student',
    authorName: 'First-year student',
    facultyId: 'bca',
    subjectId: 'c-programming',
    createdAt: '2025-09-30T12:20:00+05:45',
    upvotes: 19,
    commentCount: 0,
    tags: ['C', 'pointers', 'first semester'],
  },
];

export const sampleComments: readonly ForumComment[] = [
  {
    id: 'comment-1',
    postId: 'normal-forms',
    content:
      'Give both. Decompose to 3NF, show that dependencies are preserved, then go on to BCNF and say in one sentence what is lost. That sentence is what they look for.',
    authorId: 'sample-lecturer',
    authorName: 'Lecturer',
    createdAt: '2025-11-18T21:10:00+05:45',
    upvotes: 9,
  },
  {
    id: 'comment-2',
    postId: 'normal-forms',
    content:
      'The paper of the year before last has exactly this, with the dependencies listed. Worth doing under time.',
    authorId: 'sample-final-year-student',
    authorName: 'Final-year student',
    createdAt: '2025-11-19T08:25:00+05:45',
    upvotes: 4,
  },
  {
    id: 'comment-3',
    postId: 'step-marking',
    content:
      'Write the formula, the table and the stopping condition. I have never lost more than half a mark for the last digit when those were there.',
    authorId: 'sample-third-year-student',
    authorName: 'Third-year student',
    createdAt: '2025-11-12T18:50:00+05:45',
    upvotes: 6,
  },
];

/** Returns the post with that id and its comments, oldest first, or null. */
export function findDiscussion(postId: string): { post: ForumPost; comments: ForumComment[] } | null {
  const post = samplePosts.find((each) => each.id === postId);
  return post ? { post, comments: sampleComments.filter((comment) => comment.postId === postId) } : null;
}
