import { createHash } from 'node:crypto';
import type { StagedFileAnswer, StagedListAnswer, StagedPublishedAnswer } from '#contract/schemas/answer-types.ts';
import { makePdf } from './documents.ts';
import { uploadSmallFile, type ContractCaller } from './contract-caller.ts';
import type { TestServer } from './server.ts';

/** Values that a person sets for a file. */
export type SetByHand = {
  facultyId?: string;
  semesterId?: string;
  subject?: string;
  kind?: string;
  year?: number | null;
  title?: string;
};

/** Place of the papers of `stagePapers`. */
export const paperPlace = { facultyId: 'csit', semesterId: '4', subject: 'Operating Systems', kind: 'paper' };

/** Calls the routes of staging and publications, and fails with the server's message. */
export function openStagingDesk(admin: ContractCaller, { services }: Pick<TestServer, 'services'>) {
  async function ask<Answer>(method: string, path: string, json?: unknown): Promise<Answer> {
    const answer = await admin.call(method, path, json === undefined ? {} : { json });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.json as Answer;
  }

  const desk = {
    ask,
    list: async (filter = 'open') => (await ask<StagedListAnswer>('GET', `/staging?filter=${filter}&limit=200`)).files,
    tell: (ids: readonly string[], manual: SetByHand) => ask('PATCH', '/staging', { ids, manual }),
    publish: (ids: readonly string[], more: { accept?: string[]; publicationId?: string } = {}) =>
      ask<StagedPublishedAnswer>('POST', '/staging/publish', { ids, ...more }),
    begin: async (ids: readonly string[]) => (await ask<{ id: string }>('POST', '/staging/publications', { ids })).id,

    /**
     * Stages and uploads a small PDF for each path, whose text is `text` or the path itself, and sets values by hand
     * for all of them.
     */
    async stagePapers(
      paths: readonly string[],
      manual: SetByHand = { ...paperPlace, year: 2020 },
      text?: string,
    ): Promise<string[]> {
      const files = paths.map((path) => ({ path, bytes: makePdf([[text ?? path]]) }));
      const announced = files.map(({ path, bytes }) => ({
        path,
        size: bytes.length,
        digest: createHash('sha256').update(bytes).digest('hex'),
      }));
      const { files: rows } = await ask<{ files: StagedFileAnswer[] }>('POST', '/staging', { files: announced });
      for (const [index, { path, bytes }] of files.entries()) {
        const name = path.split('/').at(-1) ?? path;
        await uploadSmallFile(admin, { id: rows[index]?.fileId ?? '', name, content: new Uint8Array(bytes) });
      }
      const ids = rows.map(({ $id }) => $id);
      if (Object.keys(manual).length > 0) await desk.tell(ids, manual);
      await services.staging.idle();
      return ids;
    },
  };
  return desk;
}
