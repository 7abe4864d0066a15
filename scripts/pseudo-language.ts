import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSync, type ESTree } from 'vite';

/** A character without width, which Playwright ignores in names and texts. */
export const mark = '\u200B';

type AnyNode = ESTree.Node & { [key: string]: unknown };
type Edit = { at: number; to: number; text: string };

/**
 * Writes `messages/pseudo/`, a language from right to left in which each message is the English one between two marks: a
 * text without marks is no message.
 */
export async function writePseudoLanguage(root: string): Promise<void> {
  const from = path.join(root, 'messages', 'en');
  const to = path.join(root, 'messages', 'pseudo');
  await rm(to, { recursive: true, force: true });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.test.ts')) continue;
    const file = path.join(entry.parentPath, entry.name);
    const target = path.join(to, path.relative(from, file));
    const source = await readFile(file, 'utf8');
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, convert(entry.name, source, file));
  }
}

function convert(name: string, source: string, file: string): string {
  if (name === 'format.ts') return source;
  if (name === 'language.ts') return source.replace("direction = 'ltr'", "direction = 'rtl'");
  return markMessages(file, source);
}

/** Returns the source with marks around its texts: strings, and templates as a whole. */
function markMessages(file: string, source: string): string {
  const edits: Edit[] = [];
  visit(parseSync(file, source).program as unknown as AnyNode, (node, parent) => {
    if (
      node.type === 'Literal' &&
      typeof node.value === 'string' &&
      anyLetter.test(node.value) &&
      isShown(node, parent)
    )
      edits.push({ at: node.start, to: node.end, text: JSON.stringify(mark + node.value + mark) });
    if (node.type !== 'TemplateLiteral' || !node.quasis.some(({ value }) => anyLetter.test(value.raw))) return;
    for (const at of [node.start + 1, node.end - 1]) edits.push({ at, to: at, text: mark });
  });
  return edits
    .toSorted((one, other) => other.at - one.at)
    .reduce((text, edit) => text.slice(0, edit.at) + edit.text + text.slice(edit.to), source);
}

const anyLetter = /\p{L}/u;

/** False for names of modules and types, for keys, and for values to compare with. */
function isShown(node: AnyNode, parent: AnyNode): boolean {
  if (/^(?:Import|Export.+From$|ExportAll|TS)/.test(parent.type)) return false;
  if (parent.type === 'ExportNamedDeclaration') return parent['source'] !== node;
  if (parent.type === 'BinaryExpression') return parent.operator === '+';
  if (parent.type === 'Property') return parent['value'] === node && !isOptionOfIntl(parent);
  const text = String(node['value']);
  if (parent.type === 'CallExpression' && nameOf(parent['callee']) === 'counted') return true;
  // A key, such as a kind of material, or the name of a language.
  if (/^(?:CallExpression|LogicalExpression|NewExpression)$/.test(parent.type))
    return /[A-Z ]/.test(text) && !/^[a-z]{2}-[A-Z]{2}$/.test(text);
  // A number's form, as a key.
  if (/^(?:one|many)$/.test(text)) return false;
  return parent.type !== 'SwitchCase' && parent.type !== 'MemberExpression';
}

/** True for a property of the options of `Intl`. */
function isOptionOfIntl({ key }: AnyNode): boolean {
  return /^(?:type|weekday|year|month|day|hour|minute|second|hourCycle|dateStyle|timeStyle)$/.test(nameOf(key));
}

const nameOf = (node: unknown): string => (node as { name?: string } | null)?.name ?? '';

function visit(value: unknown, see: (node: AnyNode, parent: AnyNode) => void, parent?: AnyNode): void {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, see, parent);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const node = 'type' in value && typeof value.type === 'string' ? (value as AnyNode) : null;
  if (node) see(node, parent ?? node);
  for (const each of Object.values(value)) visit(each, see, node ?? parent);
}
