import { features } from 'web-features';

/** The oldest supported versions, as in README; WebView has Chrome's. */
export const oldestVersions = {
  chrome: 109,
  chrome_android: 109,
  edge: 109,
  firefox: 115,
  firefox_android: 115,
  safari: 16.4,
  safari_ios: 16.4,
} as const;

type BrowserName = keyof typeof oldestVersions;

/** The first version of each browser that has a function; Infinity if none has it. */
type Versions = Record<BrowserName, number>;

/** A function or an object that some supported browser lacks: `Promise.withResolvers`, `Array.prototype.with`, `Iterator`. */
export type NewerPart = { path: string; name: string; versions: Versions };

const browsers = Object.keys(oldestVersions) as BrowserName[];

/** Standard functions with one object for all: `Math.max`. */
const namespaces = new Set(['Atomics', 'Intl', 'JSON', 'Math', 'Reflect', 'Temporal', 'CSS']);

/**
 * Lists the functions that are newer than the oldest supported browsers, by MDN's browser compatibility data, as
 * `web-features` publishes it; and the names that also have an older meaning, so that the name alone is ambiguous.
 */
export function listNewerParts(): { newer: NewerPart[]; olderNames: Set<string> } {
  const newer: NewerPart[] = [];
  const olderNames = new Set<string>();
  const parts = [...supportByKey()].map(([key, support]) => ({ ...readKey(key), versions: toVersions(support) }));
  const newOwners = new Set(parts.filter(({ owner, versions }) => !owner && isNewer(versions)).map(({ name }) => name));
  for (const { owner, name, isStatic, versions } of parts) {
    const path = owner ? `${owner}${isStatic ? '' : '.prototype'}.${name}` : name;
    if (!isNewer(versions)) olderNames.add(name);
    // Objects of a newer kind can only come from something newer. Iterators are older than their kind.
    else if (!owner || owner === 'Iterator' || !newOwners.has(owner)) newer.push({ path, name, versions });
  }
  return { newer, olderNames };
}

/** True if some supported browser does not have a function with these versions. */
function isNewer(versions: Versions): boolean {
  return browsers.some((browser) => versions[browser] > oldestVersions[browser]);
}

/** True if every browser that has all of `parts` also has this one. */
export function isImpliedBy(versions: Versions, parts: readonly NewerPart[]): boolean {
  return browsers.every((browser) => versions[browser] <= Math.max(...parts.map((part) => part.versions[browser])));
}

type Support = Partial<Record<BrowserName, string>>;

function supportByKey(): Map<string, Support> {
  const found = new Map<string, Support>();
  for (const feature of Object.values(features)) {
    if (!('status' in feature)) continue;
    const byKey = (feature.status.by_compat_key ?? {}) as Record<string, { support: Support }>;
    for (const [key, { support }] of Object.entries(byKey))
      if (/^(?:api|javascript\.builtins)(?:\.[\w@]+){1,2}$/.test(key) && !key.endsWith('_event'))
        found.set(key, support);
  }
  return found;
}

function toVersions(support: Support): Versions {
  const entries = browsers.map((browser) => [
    browser,
    Number.parseFloat((support[browser] ?? 'Infinity').replace('≤', '')),
  ]);
  return Object.fromEntries(entries) as Versions;
}

/** `api.URL.canParse_static`, `api.Window.fetch`, `javascript.builtins.Array.with`. */
function readKey(key: string): { owner: string | null; name: string; isStatic: boolean } {
  const [owner = '', member] = key.replace(/^(?:api|javascript\.builtins)\./, '').split('.');
  if (member === undefined) return { owner: null, name: owner, isStatic: false };
  const name = member.replace(/_static$/, '');
  if (owner === 'Window' || owner === 'WorkerGlobalScope') return { owner: null, name, isStatic: false };
  const isOwn =
    namespaces.has(owner) || member !== name || (key.startsWith('javascript') && isOwnFunction(owner, name));
  return { owner, name, isStatic: isOwn };
}

/** Guesses if a function of the language belongs to the constructor itself, because the data does not state it. */
function isOwnFunction(owner: string, name: string): boolean {
  const known = (globalThis as Record<string, unknown>)[owner];
  return typeof known === 'function' && Object.hasOwn(known, name);
}
