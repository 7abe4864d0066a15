/** The kinds of materials that the library publishes. */

export const materialKinds = ['paper', 'note', 'revision', 'book'] as const;

export type MaterialKind = (typeof materialKinds)[number];

/** The media types a material's own file may have. */
export type DocumentType = 'application/pdf' | 'text/html';

/** The properties of a kind. */
export type KindDefinition = {
  /** The collection (table) of the API that contains the kind's documents (rows). */
  collection: string;
  /** Allowed media types of the kind's files. */
  documentTypes: readonly DocumentType[];
};

/** The kinds, each defined here. The attributes below state the kinds that have them. Only papers may be web pages. */
export const kindDefinitions = {
  paper: { collection: 'papers', documentTypes: ['application/pdf', 'text/html'] },
  note: { collection: 'notes', documentTypes: ['application/pdf'] },
  revision: { collection: 'revisions', documentTypes: ['application/pdf'] },
  book: { collection: 'books', documentTypes: ['application/pdf'] },
} as const satisfies Record<MaterialKind, KindDefinition>;

/** Returns a value for each kind. */
export function byKind<Result>(make: (kind: MaterialKind) => Result): Record<MaterialKind, Result> {
  return Object.fromEntries(materialKinds.map((kind) => [kind, make(kind)])) as Record<MaterialKind, Result>;
}

/** The names of single materials in the API's sentences and in the log; pages have theirs in `messages/`. */
export const kindNames: Record<MaterialKind, string> = {
  paper: 'Question Paper',
  note: 'Study Note',
  revision: 'Revision Material',
  book: 'Book',
};

/** Defines how an attribute is stored, checked, compared and written in documents. */
export type AttributeDefinition = {
  /**
   * Type of the values, which also determines how they are compared: text by its characters, numbers and datetimes by
   * size, booleans only for equality. A `file` is the id of a stored file; in documents it is that file's address.
   */
  type: 'string' | 'integer' | 'boolean' | 'datetime' | 'file';
  /** The kinds that have the attribute. */
  kinds: readonly MaterialKind[];
  /**
   * The kinds that always have a value, which must be sent when a material is created. For other kinds the value may be
   * null.
   */
  requiredFor: readonly MaterialKind[];
  /** True if administrators set the value; false if the server determines it itself, such as the size of the file. */
  isWritable: boolean;
  /** True if word search supports the attribute. */
  isSearchable?: boolean;
  /** Name of the attribute in documents, if it differs from the one in `Material`. */
  wireName?: string;
  /** For numbers: minimum and maximum, both inclusive. `min` also describes numbers that the server determines. */
  min?: number;
  max?: number;
  /** Text: in UTF-16 code units after trimming. */
  maxLength?: number;
  /**
   * For text: true if it is shown to everybody on one line, so that invisible characters are removed (plain-line.ts).
   */
  isLine?: boolean;
  /** For text: the pattern that it must match, and the words of the error after "Value must be". */
  pattern?: { form: RegExp; words: string };
  /** For files: a document of a type that fits the kind, or a picture. */
  accepts?: 'document' | 'image';
};

const sentForAll = { kinds: materialKinds, requiredFor: materialKinds, isWritable: true } as const;
const foundForAll = { kinds: materialKinds, requiredFor: materialKinds, isWritable: false } as const;

/**
 * The attributes of a material, each defined only here, in the order of documents. The types below, the documents and rows of the
 * API with their checks and description, the queries, the columns and the form of the panel are derived from this by types or by
 * computation (docs/decisions/0026-a-material-is-defined-once.md).
 */
export const materialAttributes = {
  /** Name of the subject in the catalogue. */
  subject: { ...sentForAll, type: 'string', maxLength: 255 },
  title: { ...sentForAll, type: 'string', maxLength: 255, isLine: true, isSearchable: true },
  /** The year of the examination. Always set for papers; may be null for other kinds. */
  year: {
    type: 'integer',
    kinds: materialKinds,
    requiredFor: ['paper'],
    isWritable: true,
    min: 1900,
    max: 2200,
  },
  facultyId: { ...sentForAll, type: 'string', maxLength: 255 },
  semesterId: { ...sentForAll, type: 'string', maxLength: 255 },
  /** The stored file that users read and download. */
  fileId: {
    ...sentForAll,
    type: 'file',
    accepts: 'document',
    wireName: 'downloadUrl',
  },
  /** A moment as `2026-03-04T05:06:07.089+00:00`. */
  createdAt: { ...foundForAll, type: 'datetime', wireName: 'uploadedAt' },
  /** The media type determined from the bytes: `application/pdf`, or `text/html` for papers. */
  fileType: { ...foundForAll, type: 'string' },
  /** Size of the file in bytes. */
  fileSize: { ...foundForAll, type: 'integer', min: 0 },
  /**
   * Number of pages of the file, if they can be counted; null for web pages, and for PDFs that are locked or damaged.
   */
  pageCount: {
    type: 'integer',
    kinds: materialKinds,
    requiredFor: [],
    isWritable: false,
    min: 1,
  },
  /** True for the shipped samples, which are marked on screen and can be removed in one step. */
  isSample: { ...foundForAll, type: 'boolean' },
  /** An uploaded cover picture. Without one, the first page is the cover. */
  coverFileId: {
    type: 'file',
    kinds: ['book'],
    requiredFor: [],
    isWritable: true,
    accepts: 'image',
    wireName: 'coverImageUrl',
  },
  /** The year of Bikram Sambat printed on the material, if known. It overlaps two years AD; `year` is one of them. */
  yearBs: {
    type: 'integer',
    kinds: materialKinds,
    requiredFor: [],
    isWritable: true,
    min: 1956,
    max: 2257,
  },
  /** Opens a locked PDF. Everybody who may read the material sees the password. */
  filePassword: {
    type: 'string',
    kinds: materialKinds,
    requiredFor: [],
    isWritable: true,
    maxLength: 127,
  },
  /** The administrator's note for readers about the password of a locked PDF. */
  filePasswordNote: {
    type: 'string',
    kinds: materialKinds,
    requiredFor: [],
    isWritable: true,
    maxLength: 200,
    isLine: true,
  },
} as const satisfies Record<string, AttributeDefinition>;

type Definitions = typeof materialAttributes;

/** An attribute by its name in `Material`. */
export type AttributeName = keyof Definitions;

type Value<Definition> = Definition extends { type: 'integer' }
  ? number
  : Definition extends { type: 'boolean' }
    ? boolean
    : string;

type ValueOrNull<Definition> = Definition extends { requiredFor: typeof materialKinds }
  ? Value<Definition>
  : Value<Definition> | null;

/** The attributes with their values; null if an attribute is optional and has none, or if the kind does not have it. */
export type MaterialAttributes = { [Name in AttributeName]: ValueOrNull<Definitions[Name]> };

/** The attributes that administrators set. */
export type DraftAttribute = {
  [Name in AttributeName]: Definitions[Name] extends { isWritable: true } ? Name : never;
}[AttributeName];

/** Numbers that administrators set. */
export type CountableAttribute = {
  [Name in DraftAttribute]: Definitions[Name] extends { type: 'integer' } ? Name : never;
}[DraftAttribute];

/** A published (or withdrawn) material. */
export type Material = MaterialAttributes & {
  id: string;
  kind: MaterialKind;
  /** Increases with every new material and is never reused. The order of creation. */
  sequence: number;
  /** A time such as `2026-03-04T05:06:07.089+00:00`, the format of all times. */
  updatedAt: string;
  /** Read permissions of the material, as texts; `read("any")` is everybody. */
  permissions: readonly string[];
  /** Time at which the material was moved to the trash; null while it is published. */
  deletedAt: string | null;
};

/** The data of a new material; optional attributes may be null. */
export type MaterialDraft = Pick<Material, DraftAttribute>;

type OptionalAttribute = { [Name in DraftAttribute]: null extends Material[Name] ? Name : never }[DraftAttribute];

/** A draft in which optional attributes may be absent. */
export type IncompleteDraft = Omit<MaterialDraft, OptionalAttribute> & Partial<Pick<MaterialDraft, OptionalAttribute>>;

/** Changed attributes of a material; attributes that are absent stay unchanged. */
export type MaterialChange = Partial<MaterialDraft>;

/** The limits that forms mention. */
export const materialLimits = {
  titleLength: materialAttributes.title.maxLength,
  minYear: materialAttributes.year.min,
  maxYear: materialAttributes.year.max,
  minYearBs: materialAttributes.yearBs.min,
  maxYearBs: materialAttributes.yearBs.max,
  filePasswordLength: materialAttributes.filePassword.maxLength,
  filePasswordNoteLength: materialAttributes.filePasswordNote.maxLength,
} as const;

/** Number of years offered for question papers at upload. */
const yearChoiceCount = 10;

/** Returns the ten years offered by the upload form, newest first. */
export function yearChoices(currentYear: number): number[] {
  return Array.from({ length: yearChoiceCount }, (_, index) => currentYear - index);
}

/** True if a picture of the material can be made: from its cover, or else from its first page. */
export function hasPicture(material: Pick<Material, 'coverFileId' | 'pageCount'>): boolean {
  return material.coverFileId !== null || material.pageCount !== null;
}
