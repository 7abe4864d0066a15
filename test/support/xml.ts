import { readFileSync } from 'node:fs';
import path from 'node:path';
import { RelaxNGValidator, XmlDocument, XmlElement, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';

// Lets a schema import others.
xmlRegisterFsInputProviders();

const schemas = path.join(import.meta.dirname, '..', 'fixtures', 'schemas');

const validators = new Map<string, RelaxNGValidator | XsdValidator>();

/** Returns the validator of a schema in test/fixtures/schemas, or at a path. */
function validatorOf(schema: string): RelaxNGValidator | XsdValidator {
  const known = validators.get(schema);
  if (known) return known;
  const file = path.resolve(schemas, schema);
  using document = XmlDocument.fromString(readFileSync(file, 'utf8'), { url: file });
  const made = schema.endsWith('.rng') ? RelaxNGValidator.fromDoc(document) : XsdValidator.fromDoc(document);
  validators.set(schema, made);
  return made;
}

/** Returns the reason why a document is not well-formed, or not valid by the schema; null if it is. */
export function findXmlFault(text: string, schema: string): string | null {
  try {
    using document = XmlDocument.fromString(text);
    validatorOf(schema).validate(document);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const namespaces = {
  atom: 'http://www.w3.org/2005/Atom',
  opds: 'http://opds-spec.org/2010/catalog',
  thr: 'http://purl.org/syndication/thread/1.0',
  search: 'http://a9.com/-/spec/opensearch/1.1/',
  oai: 'http://www.openarchives.org/OAI/2.0/',
  dc: 'http://purl.org/dc/elements/1.1/',
  dcterms: 'http://purl.org/dc/terms/',
};

/** Returns the texts that an XPath finds: values of attributes and contents of elements. */
export function findTexts(text: string, xpath: string): string[] {
  using document = XmlDocument.fromString(text);
  return document.find(xpath, namespaces).map((node) => node.content);
}

/** Returns the attributes of each element that an XPath finds. */
export function findAttributes(text: string, xpath: string): Record<string, string>[] {
  using document = XmlDocument.fromString(text);
  return document
    .find(xpath, namespaces)
    .filter((node) => node instanceof XmlElement)
    .map((node) =>
      Object.fromEntries(
        node.attrs.map((attribute) => [
          attribute.prefix ? `${attribute.prefix}:${attribute.name}` : attribute.name,
          attribute.value,
        ]),
      ),
    );
}
