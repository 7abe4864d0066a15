import type { Account, Actor } from '#domain/account.ts';
import type { SessionRecord } from '#server/database/database.ts';

/** Accounts and sessions. Throws `Problem`. */
export interface AccountService {
  /** Makes or updates the administrator at start; answers the random password when one was made up (printed once). */
  prepareAdministrator(settings: { email: string | null; password: string | null; name: string }): Promise<{ email: string; password: string } | null>;
  /** Checks e-mail and password; the same refusal and the same time for an unknown e-mail and a wrong password. */
  signIn(credentials: { email: unknown; password: unknown }, from: { ip: string; userAgent: string }): Promise<{ session: SessionRecord; secret: string }>;
  /** Who a session secret speaks for; a visitor when it is unknown or expired. Extends the idle time. */
  identify(secret: string | null): Promise<{ actor: Actor; account: Account | null; session: SessionRecord | null }>;
  getSession(actor: Actor, id: string): Promise<SessionRecord>;
  listSessions(actor: Actor): Promise<SessionRecord[]>;
  /** 30 days from now, cookie persistent (contract 6, updateSession). */
  lengthenSession(actor: Actor, id: string): Promise<SessionRecord>;
  endSession(actor: Actor, id: string): Promise<void>;
  endAllSessions(actor: Actor): Promise<void>;
  /** Open only when the setting SIGN_UP says so; an account made this way is no administrator. */
  signUp(input: { userId: unknown; email: unknown; password: unknown; name: unknown }): Promise<Account>;
  sweep(now: number): Promise<number>;
}
