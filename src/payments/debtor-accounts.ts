import { readBookedBalance } from '../accounts/view.ts';
import type { Money } from '../cli/format-values.ts';
import { getOperation } from '../client/operation.ts';
import type { PsuIdentifier } from '../client/psu-identifier.ts';
import { getTime } from '../clock.ts';
import { Fault, type FaultCode } from '../errors.ts';
import { readOwners } from '../sandbox/resource.ts';
import { readBooked } from '../sandbox/resources.ts';
import type { CommandContext } from '../session/context.ts';
import { type PsuChoice, resolvePsuForCreation } from '../session/psu.ts';
import { type SessionContext, withSession } from '../session/with-session.ts';
import type { SandboxAccount } from '../wire/answers/sandbox.ts';
import { EXAMPLE_PSU } from './example.ts';

/** An account from which a person may pay. */
export interface DebtorAccount {
  readonly bban: string;
  readonly name: string;
  readonly currency: string;
  /** The booked balance, if the bank tells it. */
  readonly balance?: Money | undefined;
  /** The owner, in a list with accounts of several owners. */
  readonly owner?: string;
}

/**
 * Lists the PSU's accounts: the consented ones within an hour of the SCA, else the customer's sandbox accounts; empty
 * if neither is available.
 * @see C-payment-asked
 */
export function listDebtorAccounts(
  context: CommandContext,
  choice: PsuChoice,
): Promise<readonly DebtorAccount[]> {
  // The HAR file records only the payment's requests.
  const exchange = context.exchange && { ...context.exchange, har: undefined, sendsNothing: false };
  return withSession({ ...context, exchange }, choice.settings, async (there) => {
    try {
      const psu = await resolvePsuForCreation(there.session.ledger, choice, undefined);
      return (await listConsentedAccounts(there, psu)) ?? (await ofSandbox(there, psu));
    } catch (fault) {
      if (!(fault instanceof Fault) || !NOT_TOLD.includes(fault.code)) throw fault;
      // A notice must be one line.
      there.notice(`Can't list the accounts. ${fault.message.replaceAll('\n', ' ')}`);
      return [];
    }
  });
}

/** The failures after which the list is empty; the user can still type an account. */
const NOT_TOLD: readonly FaultCode[] = [
  'BANK_REFUSED',
  'SCA_NEEDED',
  'BANK_FAILED',
  'NETWORK',
  'ANSWER_INVALID',
  'ANSWER_UNTRUSTED',
];

/** Lists the consented accounts; returns undefined without a consent in a live session. */
async function listConsentedAccounts(
  { session }: SessionContext,
  { psuId, corporateId }: PsuIdentifier,
): Promise<readonly DebtorAccount[] | undefined> {
  const consents = await session.ledger.consents();
  const consent = consents.find((one) => one.psuId === psuId && one.psuCorporateId === corporateId);
  const { tppSessionId, hourEndsAt = 0 } = consent ?? {};
  if (psuId === undefined || tppSessionId === undefined || hourEndsAt <= getTime()) return undefined;
  const named = corporateId === undefined ? { psuId } : { psuId, corporateId };
  const options = { tppSessionId };
  const { resource } = await session.lookUp(
    getOperation('list accounts'),
    { withBalance: true },
    named,
    options,
  );
  return resource.accounts.flatMap(({ bban, name = '', currency, balances }) =>
    bban === undefined ? [] : [{ bban, name, currency, balance: readBookedBalance(balances) }],
  );
}

/**
 * Lists the sandbox accounts of the customer who would be the PSU, or all with their owners if the customer is unknown.
 */
async function ofSandbox(
  { session, profile }: SessionContext,
  { psuId, corporateId, identity }: PsuIdentifier,
): Promise<readonly DebtorAccount[]> {
  if (profile.bank === 'production') return [];
  const { resource: accounts } = await session.lookUp(getOperation('list sandbox accounts'), undefined);
  const stored = psuId === undefined ? undefined : await session.ledger.psuById(psuId);
  const named = psuId === undefined ? (identity ?? EXAMPLE_PSU) : stored?.customerNumber;
  // An agreement's accounts don't belong to the person who signs.
  const customer = corporateId === undefined ? named : undefined;
  const theirs = accounts.filter(({ customerNumber }) => customerNumber === customer);
  if (theirs.length > 0) return theirs.map(createDebtorAccount);
  const names = await readOwners(session);
  return accounts.map((one) => ({
    ...createDebtorAccount(one),
    owner: names.get(one.customerNumber) ?? one.customerNumber,
  }));
}

function createDebtorAccount(account: SandboxAccount): DebtorAccount {
  const { bban, accountName, currency } = account;
  return { bban, name: accountName, currency, balance: readBooked(account) };
}
