/** Words that several screens of the forum share. Only constants: each screen is loaded separately. */

export const isPreview =
  'The forum is coming soon. These discussions are samples, and nothing you write here is sent anywhere.';
export const backToDiscussions = 'Back to Discussions';
export const createPost = 'Create Post';
export const comingSoon = 'Feature Coming Soon';
export const tags = 'Tags';
