import { Ajv2020 } from 'ajv/dist/2020.js';
import { describeInterface } from '#server/http/description/describe-interface.ts';

/** The server's description of its interface, with the default ids. */
export const description = describeInterface({
  ids: { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' },
  publicUrl: 'http://library.test',
});

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema(description, 'description');

const places = Object.entries(description.paths).map(([path, methods]) => ({
  path,
  methods,
  form: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}));

type Answer = { status: number; contentType: string | null; text: string; headers?: Headers };

/** Operations with the statuses of their responses, such as `listFiles 200`. */
export const seenAnswers = new Set<string>();

/**
 * Returns the difference between a response and the description; null if there is none. `address` is below `/v1`, with
 * its query.
 */
export function findBreach(sentMethod: string, address: string, answer: Answer): string | null {
  // HEAD responds like GET without the body.
  const method = sentMethod === 'HEAD' ? 'GET' : sentMethod;
  const { status, contentType, text } = answer;
  const place = places.find(
    ({ form, methods }) => form.test(address.split('?')[0] ?? '') && method.toLowerCase() in methods,
  );
  const operation = place?.methods[method.toLowerCase()];
  if (!place || !operation) return status === 404 ? breachOf('#/components/schemas/Problem', text) : 'an unknown route';
  seenAnswers.add(`${operation.operationId} ${status}`);
  const described = operation.responses[String(status)];
  if (!described) return `${operation.operationId}: the status ${status} is not described`;
  const missing = answer.headers && findMissingHeader(described.headers ?? {}, answer.headers);
  if (missing) return `${operation.operationId} ${status}: ${missing}`;
  if (sentMethod === 'HEAD') return text === '' ? null : 'HEAD was answered with a body';
  if (!described.content) return text === '' ? null : `${operation.operationId} ${status}: a body nobody described`;
  const mediaType = (contentType ?? '').split(';')[0] ?? '';
  if (!('application/json' in described.content)) {
    const isDescribed = Object.keys(described.content).some((type) => isWithin(mediaType, type));
    return isDescribed ? null : `${operation.operationId} ${status}: the media type ${mediaType} is not described`;
  }
  if (mediaType !== 'application/json') return `${operation.operationId} ${status}: ${mediaType} instead of JSON`;
  const breach = breachOf(pointerOf(place.path, method, status), text);
  return breach && `${operation.operationId} ${status}: ${breach}`;
}

/**
 * Checks that a response has the headers in its description, and an ETag only if that is described. Returns the fault
 * or null.
 */
function findMissingHeader(
  described: Readonly<Record<string, { required: boolean }>>,
  headers: Headers,
): string | undefined {
  const missing = Object.keys(described).find((name) => described[name]?.required && !headers.has(name));
  if (missing) return `the header ${missing} is missing`;
  return headers.has('etag') && !described['ETag'] ? 'a tag that is not described' : undefined;
}

function breachOf(pointer: string, text: string): string | null {
  const validate = ajv.getSchema(`description${pointer}`);
  if (!validate) throw new Error(`the description has nothing at ${pointer}`);
  return validate(JSON.parse(text)) ? null : ajv.errorsText(validate.errors);
}

function pointerOf(path: string, method: string, status: number): string {
  const steps = [
    'paths',
    path,
    method.toLowerCase(),
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  ];
  return `#/${steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
}

/** A described stream of bytes may have any media type. */
function isWithin(mediaType: string, described: string): boolean {
  if (described === 'application/octet-stream') return mediaType !== '';
  return described === mediaType || (described === 'image/*' && mediaType.startsWith('image/'));
}
