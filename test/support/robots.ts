/**
 * True if a robots.txt with rules for everyone allows robots to fetch a path. Throws if the two ways in which robots
 * read the file disagree.
 */
export function mayRobotsFetch(robotsText: string, path: string): boolean {
  const rules = robotsText.split('\n').flatMap((line): Rule[] => {
    const [, word, pattern = ''] = /^(allow|disallow):\s*(\S*)/i.exec(line) ?? [];
    return word && pattern !== '' ? [{ isAllowed: word.toLowerCase() === 'allow', pattern }] : [];
  });
  const answers = [byLongestMatch(rules, path), byFirstMatch(rules, path)];
  if (answers[0] !== answers[1])
    throw new Error(`Robots disagree about ${path}, by longest and first match: ${answers}`);
  return answers[0] === true;
}

type Rule = { isAllowed: boolean; pattern: string };

/**
 * Decides by RFC 9309, section 2.2.2: of all matching rules, the longest counts, and Allow if two are equally long. `*`
 * matches anything.
 */
function byLongestMatch(rules: readonly Rule[], path: string): boolean {
  const matching = rules.filter(({ pattern }) => asExpression(pattern).test(path));
  matching.sort((a, b) => b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed));
  return matching[0]?.isAllowed ?? true;
}

function asExpression(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+?^{}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${escaped}`);
}

/**
 * Decides by the first draft of 1994, as wget and Python's urllib.robotparser do: rules are plain prefixes. Python
 * drops a `?` at their end.
 */
function byFirstMatch(rules: readonly Rule[], path: string): boolean {
  const plain = (text: string) => encodeURIComponent(decodeURIComponent(text));
  return rules.find(({ pattern }) => plain(path).startsWith(plain(pattern.replace(/\?$/, ''))))?.isAllowed ?? true;
}
