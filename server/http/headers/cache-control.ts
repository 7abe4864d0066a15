const revalidate = 'no-cache';

/** The values of `Cache-Control` that we send. */
export const cacheControl = {
  /** Can be edited, hidden or deleted at any time, so it's stored but revalidated before each use. */
  revalidate,
  /**
   * Pages and lists of visitors, which the server caches. Browsers store them for going back and revalidate them
   * otherwise, so that a deleted material disappears at once.
   */
  sharedAnswer: revalidate,
  /** About one person, or true only at this moment: accounts, editors' lists, errors, health. */
  never: 'no-store',
  /** The bytes at the address can change, and a proxy that stored them would have to be informed of every change. */
  changingBytes: 'private, no-cache',
  /** The bytes of a file never change, but its permissions do: only in the browser, and not for long. */
  file: 'private, max-age=300',
  /** A redirect to a signed address of the store, which is valid for minutes. */
  signedAddress: 'private, no-store',
  /** Public, but for a short time only: a hidden material should disappear everywhere. */
  sharePicture: 'public, max-age=300',
  /** The operator replaces pictures under the same name. */
  operatorPicture: 'public, max-age=3600',
  /** Changes at most with a release or a setting: icons, the rules for robots. */
  seldomChanged: 'public, max-age=86400',
  /** The address has a hash or a version, so other bytes have another address. */
  versioned: 'public, max-age=31536000, immutable',
} as const;
