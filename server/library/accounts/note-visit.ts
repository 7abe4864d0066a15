import type { Note, Trail, TrailAction } from './trail.ts';

/**
 * Records in the trail what an account does to itself, such as signing in: each time for administrators; only as a
 * count for other accounts, because anybody may have one.
 */
export async function noteVisit(
  trail: Pick<Trail, 'count' | 'currentNetwork'>,
  note: Note,
  action: TrailAction,
  account: { id: string; isAdministrator: boolean },
): Promise<void> {
  const by = { userId: account.id, isAdministrator: true, network: trail.currentNetwork() };
  if (account.isAdministrator) await note({ action, by });
  else trail.count(action, account.id);
}
