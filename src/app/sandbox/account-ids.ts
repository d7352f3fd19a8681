import type { Session } from '../../client/session.ts';
import { found, idNamed } from './found.ts';
import { ACCOUNTS, CARD_ACCOUNTS } from './sorts.ts';

/** The ids of accounts and cards that people name by id or number, in the same order. @see C-sandbox-names */
export function idsOfAccounts(session: Session, names: readonly string[]): Promise<string[]> {
  return Promise.all(
    names.map(async (name) => {
      const account = await found(session, ACCOUNTS, name);
      return account === undefined ? idNamed(session, CARD_ACCOUNTS, name) : account.id;
    }),
  );
}
