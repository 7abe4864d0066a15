const revalidate = 'no-cache';

/** The values of `Cache-Control` that we send. */
export const cacheControl = {
  /** For responses that can be edited, hidden or deleted at any time: stored, but revalidated before each use. */
  revalidate,
  /**
   * For pages and lists of visitors, which the server caches. Browsers store them for Back, and otherwise revalidate
   * them, so that a deleted material disappears at once.
   */
  sharedAnswer: revalidate,
  /** For responses about one person, or valid only at this moment: accounts, editors' lists, errors, health. */
  never: 'no-store',
  /** For addresses whose bytes can change: a proxy that stored them would have to be informed of every change. */
  changingBytes: 'private, no-cache',
  /**
   * For files: the bytes never change, but the permissions do. So only the browser may store them, and not for long.
   */
  file: 'private, max-age=300',
  /** A redirect to a signed address of the store, which is valid for minutes. */
  signedAddress: 'private, no-store',
  /** For public pictures, but only for a short time: those of a hidden material should disappear everywhere. */
  sharePicture: 'public, max-age=300',
  /** The operator replaces pictures under the same name. */
  operatorPicture: 'public, max-age=3600',
  /** Changes at most with a release or a setting: icons, the rules for robots. */
  seldomChanged: 'public, max-age=86400',
  /** For addresses with a hash or a version: other bytes have another address. */
  versioned: 'public, max-age=31536000, immutable',
} as const;
