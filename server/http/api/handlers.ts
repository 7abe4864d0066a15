import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Account, Actor } from '#domain/account.ts';
import type { RouteName, Routes } from '#contract/routes/routes.ts';
import type { Config } from '#server/config.ts';
import type { AccountSession } from '#server/library/accounts/account-service.ts';
import type { Services } from '#server/services/services.ts';
import type { QuickFiles } from '#server/http/files/quick-files.ts';
import type { SharedAnswers } from '#server/http/cache/shared-answers.ts';
import type { KnownSessions } from '#server/http/requests/session-cookie.ts';
import type { ContractContext } from '#server/http/requests/request-context.ts';

/** The parts that the handlers of the contract's routes need. */
export type ContractParts = {
  services: Pick<
    Services,
    | 'materials'
    | 'inventory'
    | 'files'
    | 'accounts'
    | 'signInGuard'
    | 'trail'
    | 'pictures'
    | 'reading'
    | 'texts'
    | 'similar'
    | 'staging'
    | 'photographs'
    | 'composing'
    | 'search'
    | 'feeds'
    | 'harvest'
    | 'catalogue'
    | 'changes'
    | 'site'
    | 'shelfIn'
    | 'catalogueIn'
    | 'readAs'
    | 'faults'
    | 'readiness'
    | 'readState'
    | 'countSignIn'
    | 'now'
  >;
  config: Pick<
    Config,
    | 'ids'
    | 'publicUrl'
    | 'isPublicUrlGuessed'
    | 'allowedOrigins'
    | 'trustedProxies'
    | 'signUp'
    | 'maxUploadBytes'
    | 'xAccel'
  >;
  /** The responses that are the same for all guests. */
  shared: Pick<SharedAnswers, 'answer'>;
  /** Cache of files that guests are reading. */
  quickFiles?: Pick<QuickFiles, 'begin'>;
  /** Notes each valid session of an administrator. */
  administrators?: Pick<KnownSessions, 'remember'>;
  log: Logger;
};

/** The secret of a session, as the request sent it. */
export type SentSecret = { value: string; isCookie: boolean };

/** The sender of the request, identified by the session. */
export type Requester = {
  actor: Actor;
  account: Account | null;
  session: AccountSession | null;
  /** The secret of the session, valid or not. */
  secret: SentSecret | null;
};

/** A request that passed the checks of contract-routes.ts. Its parameters are those that the route's schemas parsed. */
export type CheckedRequest<Query = unknown, Body = unknown> = Requester & {
  c: ContractContext;
  /** The parameters of the path, decoded. */
  path: Readonly<Record<string, string>>;
  query: Query;
  body: Body;
};

export type Handler<Query = unknown, Body = unknown> = (
  request: CheckedRequest<Query, Body>,
) => Response | Promise<Response>;

/** The handler of a route of the table (contract/routes/routes.ts), by its name. */
export type HandlerOf<Name extends RouteName> = Handler<
  z.output<Routes[Name]['query']>,
  z.output<Routes[Name]['body']>
>;

export type Handlers<Name extends RouteName> = { [Each in Name]: HandlerOf<Each> };
