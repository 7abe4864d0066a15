import { isCommonPassword } from '#domain/common-password.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import type { AccountRecord } from '#server/engines/database/account-records.ts';
import type { Database } from '#server/engines/database/database.ts';
import { toAccount, type AccountService, type AccountSettings } from './account-service.ts';
import { commonPasswordRule } from './check-account.ts';
import { makePassword } from './passwords.ts';
import type { Doer, Trail } from './trail.ts';

const by: Doer = { userId: '', name: 'the settings', isAdministrator: true, network: '' };

type Applied = { userId: string; passwordHash: string };

const writeApplied = ({ userId, passwordHash }: Applied) => `${userId} ${passwordHash}`;

function readApplied(stored: string | null): Applied | null {
  const [userId, passwordHash] = stored?.split(' ') ?? [];
  return userId && passwordHash ? { userId, passwordHash } : null;
}

type NewAdministrator = { email: string; password: string; name: string };

function requireUncommon({ email, password }: Pick<NewAdministrator, 'email' | 'password'>): void {
  if (isCommonPassword(password, [email, email.split('@')[0] ?? '']))
    throw new Error(`setting ADMIN_PASSWORD: ${commonPasswordRule}`);
}

/** The setting that records the last applied password from the settings: its hash and its account. */
const appliedName = 'applied-admin-password';

/** Creates or updates the administrator from the settings, or from the first start without them. */
export function createSettingsAdministrator(parts: {
  database: Pick<Database, 'accounts' | 'settings'>;
  trail: Pick<Trail, 'transaction'>;
  passwords: Required<AccountSettings>['passwords'];
}): Pick<AccountService, 'prepareAdministrator' | 'listEarlierAdministrators'> {
  const { trail, passwords } = parts;
  const { accounts, settings } = parts.database;

  /** True if this password from the settings was applied to the account before. Its owner may have changed it since. */
  async function isApplied(userId: string, password: string): Promise<boolean> {
    const applied = readApplied(await settings.find(appliedName));
    return applied?.userId === userId && (await passwords.verifyPassword(applied.passwordHash, password));
  }

  async function prepare(wanted: NewAdministrator): Promise<void> {
    const known = await accounts.findByEmail(wanted.email);
    await (known ? update(known, wanted) : create(wanted));
  }

  async function create({ email, password, name }: NewAdministrator): Promise<void> {
    requireUncommon({ email, password });
    const passwordHash = await passwords.hashPassword(password);
    await trail.transaction(async (records, note) => {
      const id = makeIdentifier();
      const rights = { isAdministrator: true, isFromSettings: true };
      await records.accounts.insert({ id, email, name, passwordHash, ...rights });
      await records.settings.set(appliedName, writeApplied({ userId: id, passwordHash }));
      await note({ action: 'administrator created', subjectId: id, title: email, by });
    });
  }

  async function update(known: AccountRecord, { email, password, name }: NewAdministrator): Promise<void> {
    const wasApplied = await isApplied(known.id, password);
    const isSamePassword = wasApplied || (await passwords.verifyPassword(known.passwordHash, password));
    const isSame = known.isAdministrator && known.isFromSettings && !known.isBlocked && known.name === name;
    if (wasApplied && isSame) return;
    // One that was accepted earlier stays valid: an upgrade must not prevent the server from starting.
    if (!isSamePassword) requireUncommon({ email, password });
    const passwordHash = isSamePassword ? undefined : await passwords.hashPassword(password);
    const rights = { isAdministrator: true, isBlocked: false, isFromSettings: true };
    await trail.transaction(async (records, note) => {
      if (!isSame || !isSamePassword) await records.accounts.update(known.id, { name, passwordHash, ...rights });
      const subject = { subjectId: known.id, title: email, by };
      if (!known.isAdministrator) await note({ action: 'administrator created', ...subject });
      if (wasApplied) return;
      const applied = { userId: known.id, passwordHash: passwordHash ?? known.passwordHash };
      await records.settings.set(appliedName, writeApplied(applied));
      if (isSamePassword) return;
      await records.accounts.removeSessions(known.id);
      await records.accounts.removeBrowsers(known.id);
      await note({ action: 'password changed', ...subject });
    });
  }

  return {
    async prepareAdministrator({ email, password, name }, handOver) {
      if (email !== null && password !== null) {
        await prepare({ email: email.toLowerCase(), password, name });
        return null;
      }
      if (await accounts.findAdministrator()) return null;
      const made = { email: 'admin@localhost', password: makePassword() };
      await handOver?.(made);
      await prepare({ ...made, name });
      return made;
    },

    async listEarlierAdministrators(adminEmail) {
      if (adminEmail === null) return [];
      const others = (await accounts.listAdministrators()).filter(({ email }) => email !== adminEmail.toLowerCase());
      return others.filter(({ isFromSettings, isBlocked }) => isFromSettings && !isBlocked).map(toAccount);
    },
  };
}
