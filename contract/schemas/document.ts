import type { z } from 'zod';
import type { AttributeName, materialAttributes, MaterialAttributes, materialKinds } from '#domain/material.ts';
import type { collectionOfKind } from '#contract/collections.ts';
import type { account } from './account-schemas.ts';
import type { file } from './file-schemas.ts';

/** The types of materials, files and accounts in requests and responses. */

type Definitions = typeof materialAttributes;

type WireName<Name extends AttributeName> = Definitions[Name] extends { wireName: infer Wire extends string }
  ? Wire
  : Name;

type OfEveryKind = {
  [Name in AttributeName]: Definitions[Name] extends { kinds: typeof materialKinds } ? Name : never;
}[AttributeName];

/** The attributes of a document. Documents of other kinds lack the attributes that only some kinds have. */
export type DocumentAttributes = { [Name in OfEveryKind as WireName<Name>]: MaterialAttributes[Name] } & {
  [Name in Exclude<AttributeName, OfEveryKind> as WireName<Name>]?: MaterialAttributes[Name];
};

/** The keys that the library sets on every document. */
export type DocumentKeys = {
  $id: string;
  $sequence: string;
  $databaseId: string;
  $collectionId: (typeof collectionOfKind)[keyof typeof collectionOfKind];
  $createdAt: string;
  $updatedAt: string;
  $permissions: string[];
};

/** A document: seven `$` keys and every declared attribute. */
export type MaterialDocument = DocumentKeys & DocumentAttributes;

export type DocumentList = { total: number; documents: MaterialDocument[] };

export type FileAnswer = z.infer<typeof file>;

export type AccountAnswer = z.infer<typeof account>;
