import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { answerPage, makePage, type CachedAnswer } from '#server/http/cache/kept-answer.ts';
import type { ContractParts, Handlers } from '#server/http/api/handlers.ts';
import type { ContractContext } from '#server/http/requests/request-context.ts';
import { pageHeaders, pagePolicy } from '#server/http/responses/security-headers.ts';
import { describeInterface } from './describe-interface.ts';
import { renderGuide } from './render-guide.ts';

const guideFile = path.join(import.meta.dirname, '..', '..', '..', 'docs', 'contract-guide.md');

/**
 * Serves `/v1/openapi.json` and `/v1/docs`: made at the first request and then cached, because they change only with a
 * release.
 */
export function createDescriptionHandlers({
  config,
}: Pick<ContractParts, 'config'>): Handlers<'getDescription' | 'getGuide'> {
  const cached = new Map<string, Promise<CachedAnswer>>();

  async function answer(c: ContractContext, contentType: string, write: () => Promise<string>): Promise<Response> {
    const make = async () =>
      makePage(await write(), 200, {
        ...pageHeaders,
        'content-type': contentType,
        'content-security-policy': pagePolicy([]),
      });
    const making = cached.get(contentType) ?? make();
    cached.set(contentType, making);
    // A failure is not cached: the next request tries again.
    making.catch(() => cached.delete(contentType));
    const { status, headers, body } = answerPage(await making, {
      isHead: c.req.method === 'HEAD',
      heldEtags: c.req.header('if-none-match') ?? '',
      accepted: c.req.header('accept-encoding') ?? '',
    });
    return new Response(body && new Uint8Array(body), { status, headers });
  }

  return {
    getDescription: ({ c }) => answer(c, 'application/json', async () => JSON.stringify(describeInterface(config))),
    getGuide: ({ c }) =>
      answer(c, 'text/html; charset=utf-8', async () =>
        renderGuide(await readFile(guideFile, 'utf8'), describeInterface(config)),
      ),
  };
}
