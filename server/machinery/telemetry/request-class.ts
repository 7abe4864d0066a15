/** Kinds of requests that are counted separately: only a few, so that made-up addresses add no metrics. */
export type RequestClass = 'page' | 'read' | 'write' | 'file' | 'asset' | 'health' | 'realtime';

/** Returns the class of a request, by its method and its path without the query. */
export function requestClass(method: string, path: string): RequestClass {
  if (path === '/healthz' || path === '/readyz') return 'health';
  if (path === '/v1/realtime') return 'realtime';
  if (path.startsWith('/v1/')) {
    if (method !== 'GET' && method !== 'HEAD') return 'write';
    return /\/files\/[^/]+\/(?:view|download|preview)$/.test(path) ? 'file' : 'read';
  }
  return path.startsWith('/assets/') || path.startsWith('/content/') ? 'asset' : 'page';
}

/** Maximum length of a path in the log. */
const maxPathLength = 300;

/** Returns the path of an address without its query, for the log. */
export function pathOf(url = ''): string {
  const end = url.indexOf('?');
  return (end === -1 ? url : url.slice(0, end)).slice(0, maxPathLength);
}
