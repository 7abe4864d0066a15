import type {
  BegunPublicationAnswer,
  PublicationListAnswer,
  PublicationSummaryAnswer,
  PublicationUndoAnswer,
} from '#contract/schemas/answer-types.ts';
import type { ContractParts, Handlers } from './handlers.ts';
import type { ContractContext } from '#server/http/requests/request-context.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

type StagingRoute =
  | 'stageFiles'
  | 'stagePhotographs'
  | 'listStagedFiles'
  | 'listStagingChanges'
  | 'updateStagedFiles'
  | 'guessPlace'
  | 'discardStagedFiles'
  | 'publishStagedFiles'
  | 'previewPublication'
  | 'beginPublication'
  | 'listPublications'
  | 'previewPublicationUndo'
  | 'undoPublication';

/** Creates the handlers of staged files, which are announced, checked and published. */
export function createStagingHandlers({ services }: ContractParts): Handlers<StagingRoute> {
  const { staging } = services;

  return {
    async stageFiles({ c, actor, body }) {
      return c.json(await staging.stage(actor, body.files));
    },

    async stagePhotographs({ c, actor, body }) {
      return c.json(await staging.stagePhotographs(actor, body.pdfs));
    },

    async listStagedFiles({ c, actor, query }) {
      return answerPrivate(c, await staging.list(actor, query));
    },

    async listStagingChanges({ c, actor, query }) {
      return answerPrivate(c, await staging.changes(actor, query));
    },

    async updateStagedFiles({ c, actor, body }) {
      return c.json(await staging.setManual(actor, { ...body, manual: present(body.manual) }));
    },

    async guessPlace({ c, actor, body }) {
      return answerPrivate(c, staging.guess(actor, body));
    },

    async discardStagedFiles({ c, actor, body }) {
      return c.json(await staging.discard(actor, body.ids));
    },

    async publishStagedFiles({ c, actor, body }) {
      return c.json(await staging.publish(actor, body));
    },

    async previewPublication({ c, actor, body }) {
      return c.json((await staging.previewPublication(actor, body)) satisfies PublicationSummaryAnswer);
    },

    async beginPublication({ c, actor, body }) {
      return c.json((await staging.beginPublication(actor, body.ids)) satisfies BegunPublicationAnswer);
    },

    async listPublications({ c, actor, query }) {
      const publications = await staging.listPublications(actor, query.limit);
      return answerPrivate(c, { publications } satisfies PublicationListAnswer);
    },

    async previewPublicationUndo({ c, actor, path, query }) {
      const outcome = await staging.previewPublicationUndo(actor, path['id'] ?? '', query);
      return answerPrivate(c, outcome satisfies PublicationUndoAnswer);
    },

    async undoPublication({ c, actor, path, body }) {
      return c.json((await staging.undoPublication(actor, path['id'] ?? '', body)) satisfies PublicationUndoAnswer);
    },
  };
}

type Present<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Returns only the fields that the request has. */
function present<Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<Fields>;
}

function answerPrivate(c: ContractContext, answer: object): Response {
  c.header('Cache-Control', cacheControl.never);
  return c.json(answer);
}
