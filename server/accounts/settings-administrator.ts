import { isCommonPassword } from '#domain/common-password.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import type { AccountRecord, AccountRecords } from '#server/database/account-records.ts';
import type { AccountService, AccountSettings } from './account-service.ts';
import { commonPasswordRule } from './check-account.ts';
import { makePassword } from './passwords.ts';
import { toAccount } from './to-account.ts';
import type { Doer, Trail } from './trail.ts';

const by: Doer = { userId: '', name: 'the settings', isAdministrator: true, network: '' };

type NewAdministrator = { email: string; password: string; name: string };

function requireUncommon({ email, password }: Pick<NewAdministrator, 'email' | 'password'>): void {
  if (isCommonPassword(password, [email, email.split('@')[0] ?? '']))
    throw new Error(`setting ADMIN_PASSWORD: ${commonPasswordRule}`);
}

/** The administrator that the settings, or the first start without them, create. */
export function createSettingsAdministrator(parts: {
  accounts: AccountRecords;
  trail: Pick<Trail, 'transaction'>;
  passwords: Required<AccountSettings>['passwords'];
}): Pick<AccountService, 'prepareAdministrator' | 'listEarlierAdministrators'> {
  const { accounts, trail, passwords } = parts;

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
      await note({ action: 'administrator created', subjectId: id, title: email, by });
    });
  }

  async function update(known: AccountRecord, { email, password, name }: NewAdministrator): Promise<void> {
    const isSamePassword = await passwords.verifyPassword(known.passwordHash, password);
    const isSame = known.isAdministrator && known.isFromSettings && !known.isBlocked && known.name === name;
    if (isSamePassword && isSame) return;
    // One that was accepted earlier stays valid: an upgrade must not keep the server from starting.
    if (!isSamePassword) requireUncommon({ email, password });
    const passwordHash = isSamePassword ? undefined : await passwords.hashPassword(password);
    const rights = { isAdministrator: true, isBlocked: false, isFromSettings: true };
    await trail.transaction(async (records, note) => {
      await records.accounts.update(known.id, { name, passwordHash, ...rights });
      const subject = { subjectId: known.id, title: email, by };
      if (!known.isAdministrator) await note({ action: 'administrator created', ...subject });
      if (isSamePassword) return;
      await records.accounts.removeSessions(known.id);
      await records.accounts.removeBrowsers(known.id);
      await note({ action: 'password changed', ...subject });
    });
  }

  return {
    async prepareAdministrator({ email, password, name }) {
      if (email !== null && password !== null) {
        await prepare({ email: email.toLowerCase(), password, name });
        return null;
      }
      if (await accounts.findAdministrator()) return null;
      const made = { email: 'admin@localhost', password: makePassword() };
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
