/**
 * Expression that is true in Chrome and Edge 109, Firefox 115, Safari 16.4 and newer; only its second half excludes
 * Chrome before 109. The oldest browsers evaluate it too, so it uses only the JavaScript of 2009.
 */
const isSupported = `self.CompressionStream&&([].toSorted||self.MathMLElement&&CSS.supports('selector(:has(a))'))`;

/**
 * Returns a script for the head that runs the given scripts and marks the page with `data-scripts`, if README lists the
 * browser's version as supported. Without the mark, the style sheet and `isMarkedSupported` treat the page as one
 * without scripts.
 */
export function inSupportedBrowsers(scripts: string): string {
  return `(function(){if(!(${isSupported}))return;document.documentElement.dataset.scripts='';${scripts}})()`;
}

/** True if the script of the head marked the page; without the mark the app doesn't start. */
export function isMarkedSupported(): boolean {
  return 'scripts' in document.documentElement.dataset;
}

/**
 * True in a browser that may lack one of `fallbacks.ts`. `Response.bytes` came last in every browser, so a browser that has it
 * has all the others that pages use (scripts/build.test.ts compares the versions).
 */
export function needsFallbacks(): boolean {
  return !('bytes' in Response.prototype);
}
