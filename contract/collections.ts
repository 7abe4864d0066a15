import { byKind, kindDefinitions, materialKinds, type AttributeName, type MaterialKind } from '#domain/material.ts';
import { attributeNames, definitionOf, hasAttribute, wireNameOf } from '#domain/material-rules.ts';

/** The collections (tables) of the API and the attributes of their documents. */

export const collectionOfKind = byKind((kind) => kindDefinitions[kind].collection);

/** Returns the kind of a collection, or null for a collection that does not exist. */
export function kindOfCollection(collectionId: string): MaterialKind | null {
  return materialKinds.find((kind) => collectionOfKind[kind] === collectionId) ?? null;
}

export type AttributeType = 'string' | 'integer' | 'boolean' | 'datetime' | 'url';

/** An attribute for filters and orders, under its name in requests. */
export type Attribute = {
  name: string;
  type: AttributeType;
  /** True if `search` supports the attribute. */
  isSearchable?: boolean;
};

/** Every attribute of materials of any kind. */
export const materialAttributesOnWire: readonly Attribute[] = attributeNames.map(toAttribute);

/** The declared attributes of each kind, in the order of documents. */
export const attributesOfKind: Record<MaterialKind, readonly Attribute[]> = byKind((kind) =>
  attributeNames.filter((name) => hasAttribute(kind, name)).map(toAttribute),
);

function toAttribute(name: AttributeName): Attribute {
  const { type, isSearchable = false } = definitionOf(name);
  return { name: wireNameOf(name), type: type === 'file' ? 'url' : type, isSearchable };
}

/** Built-in keys for filters and orders. */
export const builtInAttributes: readonly Attribute[] = [
  { name: '$id', type: 'string' },
  { name: '$sequence', type: 'integer' },
  { name: '$createdAt', type: 'datetime' },
  { name: '$updatedAt', type: 'datetime' },
];
