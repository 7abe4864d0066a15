/**
 * Whether a robots.txt with rules for everyone allows robots to fetch a path (RFC 9309, 2.2.2): of all rules that
 * match, the longest counts, and Allow if two are equally long. `*` is anything, `$` the end.
 */
export function mayRobotsFetch(robotsText: string, path: string): boolean {
  let best = { length: -1, isAllowed: true };
  for (const line of robotsText.split('\n')) {
    const [, word, pattern = ''] = /^(allow|disallow):\s*(\S*)/i.exec(line) ?? [];
    if (!word || pattern === '' || !asExpression(pattern).test(path)) continue;
    const isAllowed = word.toLowerCase() === 'allow';
    if (pattern.length > best.length || (pattern.length === best.length && isAllowed))
      best = { length: pattern.length, isAllowed };
  }
  return best.isAllowed;
}

function asExpression(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+?^{}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${escaped}`);
}
