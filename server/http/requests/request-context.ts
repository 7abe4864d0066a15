import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** The bindings that Hono passes to handlers; the raw connection is missing when a test calls `app.request`. */
export type ContractEnv = { Bindings: Partial<HttpBindings> };

export type ContractContext = Context<ContractEnv>;
