/**
 * True if the browser has the newest functions that the current build of pdf.js uses unconditionally (`DisposableStack` for
 * `using`).
 */
export function isCurrentBrowser(): boolean {
  return (
    'sumPrecise' in Math &&
    'getOrInsertComputed' in Map.prototype &&
    'fromBase64' in Uint8Array &&
    'toHex' in Uint8Array.prototype &&
    'try' in Promise &&
    'any' in AbortSignal &&
    'parse' in URL &&
    'DisposableStack' in globalThis &&
    Symbol.asyncIterator in ReadableStream.prototype
  );
}
