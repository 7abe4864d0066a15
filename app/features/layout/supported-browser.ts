/**
 * True in Chrome and Edge 109, Firefox 115, Safari 16.4 and newer; in Chrome 109 only the second half says so. The
 * oldest browsers run it, so it is in the JavaScript of 2009.
 */
const isSupported = `self.CompressionStream&&([].toSorted||self.MathMLElement&&CSS.supports('selector(:has(a))'))`;

/**
 * A script for the head that runs others there and marks the page with `data-scripts`, unless the browser is older than
 * those that README names. Without the mark the page is, by its style sheet and `isMarkedSupported`, one without scripts.
 */
export function inSupportedBrowsers(scripts: string): string {
  return `(function(){if(!(${isSupported}))return;document.documentElement.dataset.scripts='';${scripts}})()`;
}

/** True if the script of the head marked the page; without the mark the app doesn't start. */
export function isMarkedSupported(): boolean {
  return 'scripts' in document.documentElement.dataset;
}

/**
 * True in a browser that may lack one of `fallbacks.ts`. `Response.bytes` came last in every browser, so a browser that has
 * it has all others that pages use (scripts/build.test.ts compares the versions).
 */
export function needsFallbacks(): boolean {
  return !('bytes' in Response.prototype);
}
