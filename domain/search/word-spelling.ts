/**
 * Patterns that convert British to American spelling, so that both have the same stem, with their replacements. Applied
 * in order to a folded word of ASCII letters. The first letter of a word never changes.
 */
const changes: readonly (readonly [RegExp, string])[] = [
  [/([aory]l)ys(?=(?:e[drs]?|ers|ing)$)/, '$1yz'],
  [
    /(behavi|col|fav|flav|harb|hon|hum|lab|neighb|rum|sav|vap|vig|arm|cand|clam|endeav|glam|parl|ranc|rig|splend|tum|val|od|demean)our/,
    '$1or',
  ],
  [/(cent|met|lit|fib|theat|calib|spect|lust|meag|somb|och)re(?=[ds]?$)/, '$1er'],
  [/(fu|di)(e|a)ll(?=ed|ing|er)/, '$1$2l'],
  [/(enro|fulfi|insta|disti|insti)ll/, '$1l'],
  [/(...)ogue(?=[ds]?$)/, '$1og'],
  [/(...)oguing$/, '$1oging'],
  [/(def|off|lic|pret)enc(?=(?:e[ds]?|ing)$)/, '$1ens'],
  [/practis/, 'practic'],
  [/^(tele|micro)?programmes?$/, '$1program'],
  [/^grey/, 'gray'],
  [/^mould/, 'mold'],
  [/^plough/, 'plow'],
  [/^tyre(?=s?$)/, 'tire'],
  [/^disc(?=s?$)/, 'disk'],
  [/^sulph/, 'sulf'],
  [/^sceptic/, 'skeptic'],
  [/^draught(?=s?$)/, 'draft'],
  [/^artefact/, 'artifact'],
  [/alumini(?=um)/, 'alumin'],
  [/(judg|acknowledg|ag)e(?=ment|ing$)/, '$1'],
  [/^(an|h|p|leuk|gyn|arch|encyclop|orthop|f|c|pal|medi)ae/, '$1e'],
  [/^(f|diarrh|hom|man)oe(?!s$)/, '$1e'],
];

/** Minimum length of a word with a second spelling. */
const minLength = 4;
/** Matches words that may be changed: most words match none of these letters and are skipped. */
const mayChange = /is|ys|our|re|ll|ogu|enc|amme|^grey|ou|^tyre|^disc|lph|^scep|augh|arte|inium|gem|gein|ae|oe/;

const withIs = /^(.{3,})is(e[drs]?|ers|ing|ations?|able)$/;
/** `precise`, `revise`, `exercise`, `promise` and `enterprise` have an `s` everywhere. */
const alwaysIs =
  /([aouvw]|pr|pract|prom|prem|dem|surm|comprom|exerc|prec|conc|circumc|exc|advert|expert|franch|merchand)$/;

/** Returns a folded word in American spelling. */
export function toAmericanSpelling(word: string): string {
  if (word.length < minLength || !mayChange.test(word)) return word;
  const [, base, ending] = withIs.exec(word) ?? [];
  const begun = base !== undefined && ending !== undefined && !alwaysIs.test(base) ? `${base}iz${ending}` : word;
  return changes.reduce((changed, [pattern, spelling]) => changed.replace(pattern, spelling), begun);
}
