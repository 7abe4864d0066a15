/**
 * Words that people read belong in `messages/`, in every language (docs/decisions/0097-messages.md). The rule finds text
 * in JSX, in the attributes that are shown or read out, and strings that look like a sentence or a label. It does not see
 * words that begin in lower case outside of JSX.
 */

const anyWord = /\p{L}{2,}/u;
/** Begins with a capital letter, perhaps after a quotation mark or placeholder. */
const label = /^[“"'(]?(?:\$\{\})?\s?\p{Lu}\p{L}*[\p{Ll}\d]/u;
/** Ends like a sentence, and has several words. */
const sentence = /\p{L} .*\p{Ll}["”’)]?[.…?!:]$/su;
/** Names of types, events and errors: `AbortError`, `WebSite`. */
const identifier = /^(?:[A-Z][a-z\d]*){2,}$/;
/** Keys, as browsers name them: `Escape`, `Control+f`. */
const key =
  /^(?:(?:Control|Meta|Shift|Alt)\+.+|F\d\d?|Arrow\w+|Page(?:Up|Down)|Escape|Enter|Tab|Home|End|Delete|Backspace|Insert|Space|Control|Meta|Shift|Alt)$/;

/** Attributes that are shown or read out. Components name theirs alike. */
const shownAttributes =
  /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|title|alt|placeholder|label|heading|summary|hint|text|message|description|caption|data-tooltip)$|(?:Label|Title|Text|Words|Hint)$/;

/** Attributes of which no value is shown. */
const hiddenAttributes =
  /^(?:auto(?:Capitalize|Complete)|enterKeyHint|class(?:Name)?|id|key|href|to|src|type|name|role|rel|d|viewBox|path|style)$|ClassName$/;

/** Calls whose texts are for developers, are compared, or are class names. */
const unreadCalls =
  /^(?:Error|TypeError|RangeError|DOMException|RegExp|warn|error|log|includes|startsWith|endsWith|classes|matchMedia|querySelector(?:All)?)$/;

const nameOf = (node) => node?.name ?? node?.property?.name ?? node?.key?.name;

/** Decides from the nodes around a text if people read it: 'always' in JSX, 'never', or 'perhaps'. */
function placeOf(node) {
  for (let at = node, parent = node.parent; parent; at = parent, parent = parent.parent) {
    switch (parent.type) {
      case 'JSXAttribute': {
        const name = parent.name.name?.name ?? parent.name.name;
        return hiddenAttributes.test(name) ? 'never' : shownAttributes.test(name) ? 'always' : 'perhaps';
      }
      case 'JSXExpressionContainer':
        if (parent.parent.type !== 'JSXAttribute') return 'always';
        break;
      case 'CallExpression':
      case 'NewExpression':
        // The message of an error of ours: pages show their own.
        if (parent.callee.type === 'Super') return 'never';
        return at !== parent.callee && unreadCalls.test(nameOf(parent.callee) ?? '') ? 'never' : 'perhaps';
      case 'ConditionalExpression':
        if (at === parent.test) return 'never';
        break;
      case 'LogicalExpression':
      case 'TemplateLiteral':
      case 'ArrayExpression':
        break;
      case 'BinaryExpression':
        if (parent.operator !== '+') return 'never';
        break;
      case 'SwitchCase':
        return at === parent.test ? 'never' : 'perhaps';
      case 'Property':
        // Types of schema.org.
        if (parent.key.value === '@type') return 'never';
        return at === parent.key && !parent.computed ? 'never' : 'perhaps';
      case 'ImportDeclaration':
      case 'ImportExpression':
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
      case 'TSLiteralType':
      case 'TSEnumMember':
        return 'never';
      default:
        return 'perhaps';
    }
  }
  return 'perhaps';
}

/** True if people read a text at this place. Exported for its test. */
export function isRead(text, place) {
  const words = text.trim();
  if (place === 'never' || !anyWord.test(words)) return false;
  if (place === 'always') return true;
  return (label.test(words) && !identifier.test(words) && !key.test(words)) || sentence.test(words);
}

export const literalSentences = {
  create(context) {
    const check = (node, text, place) => {
      if (isRead(text, place))
        context.report({
          node,
          message: `Move “${text.trim().slice(0, 60)}” to messages/, where it can be translated.`,
        });
    };
    return {
      JSXText: (node) => check(node, node.value, 'always'),
      Literal(node) {
        if (typeof node.value === 'string') check(node, node.value, placeOf(node));
      },
      TemplateLiteral(node) {
        if (node.parent.type === 'TaggedTemplateExpression') return;
        // Placeholders are no words.
        check(node, node.quasis.map(({ value }) => value.cooked).join('${}'), placeOf(node));
      },
    };
  },
};
