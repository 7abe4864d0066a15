const browsers: [pattern: RegExp, name: string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [pattern: RegExp, name: string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/**
 * Returns the browser and system in a user agent, such as "Firefox on Linux", or the beginning of the user agent.
 * Returns a text that is already such a description unchanged.
 */
export function describeBrowser(userAgent: string): string {
  if (!userAgent.includes('/')) return userAgent.slice(0, 40);
  const find = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const found = [find(browsers), find(systems)].filter(Boolean);
  return found.length > 0 ? found.join(' on ') : userAgent.slice(0, 40);
}
