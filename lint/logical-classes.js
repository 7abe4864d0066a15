/**
 * Layouts follow the direction of the language, so classes name start and end instead of left and right. Geometry that is
 * physical, such as positions computed from a pointer, is in styles or has a comment that turns the rule off with a reason.
 */

const sides = { l: 's', r: 'e', left: 'start', right: 'end' };
const corners = { tl: 'ss', tr: 'se', br: 'ee', bl: 'es' };

/** Values that begin as in Tailwind: words of a text, such as `left-out`, are no classes. */
const value = String.raw`-(?=\d|\[|\(|(?:auto|px|full)$)`;

/** Physical classes without variants, each with the function that returns the logical beginning. */
const physical = [
  [new RegExp(`^((?:scroll-)?[mp])([lr])(?=${value})`), (_, start, side) => start + sides[side]],
  [new RegExp(`^(left|right)(?=${value})`), (_, side) => sides[side]],
  [/^(text-|float-|clear-)(left|right)$/, (_, start, side) => start + sides[side]],
  [/^(border-|rounded-)([lr])(?=-|$)/, (_, start, side) => start + sides[side]],
  [/^rounded-(tl|tr|br|bl)(?=-|$)/, (_, corner) => `rounded-${corners[corner]}`],
];

/** Splits a class into its variants, the signs before its name, and its name. */
const parts = /^((?:(?:[^\s:[\]()]|\[[^\]]*\]|\([^)]*\))+:)*)(!?-?)(.+?)(!?)$/;

/** Returns the physical classes in a text, each with its logical one. Exported for its test. */
export function findPhysical(text) {
  return text.split(/\s+/).flatMap((word) => {
    const [, variants, before, name = '', after] = parts.exec(word) ?? [];
    const found = physical.find(([pattern]) => pattern.test(name));
    return found ? [[word, `${variants}${before}${name.replace(...found)}${after}`]] : [];
  });
}

export const logicalClasses = {
  create(context) {
    const check = (node, text) => {
      for (const [word, logical] of findPhysical(text))
        context.report({ node, message: `Write “${logical}” instead of “${word}”, for languages from right to left.` });
    };
    return {
      Literal(node) {
        if (typeof node.value === 'string') check(node, node.value);
      },
      TemplateElement(node) {
        check(node, node.value.cooked ?? '');
      },
    };
  },
};
