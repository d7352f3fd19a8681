import type { WithNewBalance } from '../../app/sandbox/balances.ts';
import type { Presentation } from '../presentation.ts';
import { shownAccount } from './sandbox-account.ts';
import { shownCardAccount } from './sandbox-card-account.ts';

export type { WithNewBalance };

const account = shownAccount(new Map());
const cardAccount = shownCardAccount(new Map());

/** The account, or card account, as it is now. */
export const withNewBalance: Presentation<WithNewBalance> = {
  text: (shown, look) => ('bban' in shown ? account.text(shown, look) : cardAccount.text(shown, look)),
  quiet: (shown) => ('bban' in shown ? account.quiet?.(shown) : cardAccount.quiet?.(shown)) ?? [],
};
