import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Account, Actor } from '#domain/account.ts';
import type { Config } from '#server/config.ts';
import type { SessionRecord } from '#server/database/database.ts';
import type { Services } from '#server/services.ts';
import type { SentSecret } from './session.ts';

/** What Hono hands on; the raw connection is missing when a test calls `app.request`. */
export type ContractEnv = { Bindings: Partial<HttpBindings> };

export type ContractContext = Context<ContractEnv>;

/** What the contract's routes are made from. */
export type ContractParts = {
  services: Pick<
    Services,
    'materials' | 'files' | 'accounts' | 'pictures' | 'catalogue' | 'site' | 'shelf' | 'storage' | 'database'
  >;
  config: Pick<
    Config,
    'ids' | 'publicUrl' | 'allowedOrigins' | 'trustedProxies' | 'signUp' | 'maxUploadBytes' | 'xAccel'
  >;
  log: Logger;
};

/** Who asks, as far as the request's session tells. */
export type Asker = {
  actor: Actor;
  account: Account | null;
  session: SessionRecord | null;
  /** The secret the session came by, whether it is good or not. */
  secret: SentSecret | null;
};

/** A request that passed the checks of contract 2.6 up to its parameters. */
export type Asked = Asker & {
  c: ContractContext;
  /** The JSON body where the route takes one, else empty. */
  body: Record<string, unknown>;
};

export type Handler = (asked: Asked) => Response | Promise<Response>;
