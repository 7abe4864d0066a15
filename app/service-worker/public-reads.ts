/** The routes that pages for visitors read. Everything else below `/v1` is never intercepted. */
const publicReads = [
  /^\/v1\/site(?:\/pages\/[^/]+)?$/,
  /^\/v1\/catalogue\//,
  /^\/v1\/materials\/counts(?:\/faculties)?$/,
  // An archive is a download of up to gigabytes.
  /^\/v1\/materials\/(?!archive$)[^/]+(?:\/text|\/pages\/\d+\/text)?$/,
  /^\/v1\/databases\/[^/]+\/collections\/[^/]+\/documents$/,
  /^\/v1\/search$/,
];

const picture = /^\/v1\/storage\/buckets\/[^/]+\/files\/[^/]+\/preview$/;

/**
 * True if our pages send the request for a visitor. Requests of Appwrite's SDKs, which the panel uses, name the
 * project.
 */
export function isPublicRead(url: URL, request: Request): boolean {
  // Downloads for offline use bypass everything that is stored.
  if (request.cache === 'no-store') return false;
  return !request.headers.has('x-appwrite-project') && publicReads.some((path) => path.test(url.pathname));
}

/** True for pictures in lists, and for the operator's pictures. */
export function isPicture(url: URL, request: Request): boolean {
  if (request.destination !== 'image') return false;
  return url.pathname.startsWith('/content/images/') || (picture.test(url.pathname) && url.searchParams.has('width'));
}
