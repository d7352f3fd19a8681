import { Fault } from '../errors.ts';
import { isCurrency, minorUnits } from '../values/currencies.ts';
import { formatAmount } from '../values/money.ts';
import type { SandboxAccount, SandboxCustomer } from '../wire/sandbox.ts';
import { type JsonBody, memberAt, withMember } from './domestic-fields.ts';

/** The first private customer of a sandbox: who pays in an example. @see cli.md --example */
export const EXAMPLE_PSU = '15813963008';

const EXAMPLE_UNITS = 100n;

/** Members that make one payment's reference; with none of them given the message differs each time. */
const REMITTANCES = [
  'remittanceInformationUnstructured',
  'remittanceInformationStructured',
  'remittanceInformationStructuredArray',
];

export interface ExampleSource {
  readonly customers: readonly SandboxCustomer[];
  readonly accounts: readonly SandboxAccount[];
  /** Hex digits that differ each time. */
  readonly nonce: string;
}

/** Fills each member that nothing gives, so that the payment is neither exempt nor a duplicate. @see cli.md --example */
export function withExample(given: JsonBody, { customers, accounts, nonce }: ExampleSource): JsonBody {
  const { debtor, creditor } = exampleAccounts(given, accounts);
  const currency = memberAt(given, 'instructedAmount.currency') ?? 'NOK';
  const creditorName = customers.find(
    ({ customerNumber }) => customerNumber === creditor.customerNumber,
  )?.customerName;
  const message = REMITTANCES.some((path) => memberAt(given, path) !== undefined)
    ? undefined
    : `psd2 example ${nonce}`;
  const fromCard = memberAt(given, 'debtorAccount.other') !== undefined;
  const elsewhere = (memberAt(given, 'creditorAccount.bban') ?? creditor.bban) !== creditor.bban;
  const filled: readonly (readonly [path: string, value: unknown])[] = [
    ['instructedAmount.amount', exampleAmount(currency, message === undefined ? nonce : undefined)],
    ['instructedAmount.currency', currency],
    ['creditorName', creditorName],
    ['creditorAccount.bban', creditor.bban],
    ['creditorAccount.currency', elsewhere ? undefined : creditor.currency],
    ['creditorAddress.country', 'NO'],
    ['debtorAccount.bban', fromCard ? undefined : debtor.bban],
    ['debtorAccount.currency', debtor.currency],
    ['remittanceInformationUnstructured', message],
  ];
  return filled.reduce(
    (body, [path, value]) => (memberAt(body, path) === undefined ? withMember(body, path, value) : body),
    given,
  );
}

/** The two accounts that an example pays between: the given ones where the bank has them, of two customers else. */
function exampleAccounts(given: JsonBody, accounts: readonly SandboxAccount[]) {
  const givenAt = (path: string) => accounts.find(({ bban }) => bban === memberAt(given, path));
  const debtor =
    givenAt('debtorAccount.bban') ?? accounts.find(({ customerNumber }) => customerNumber === EXAMPLE_PSU);
  const creditor =
    givenAt('creditorAccount.bban') ??
    accounts.find(({ customerNumber }) => ![EXAMPLE_PSU, debtor?.customerNumber].includes(customerNumber));
  if (debtor && creditor) return { debtor, creditor };
  throw new Fault('INPUT_INVALID', 'The sandbox has not the accounts that an example pays between.', {
    hint: 'psd2 sandbox init puts the initial data back.',
  });
}

/**
 * 100 units of a currency. Where the reference is given and so the same each time, the amount differs instead, up to
 * 9 999 units.
 */
function exampleAmount(currency: unknown, nonce: string | undefined): string | undefined {
  if (!isCurrency(currency)) return undefined;
  const unitMinor = 10n ** BigInt(minorUnits(currency));
  const moreMinor = nonce === undefined ? 0n : BigInt(`0x${nonce}`) % (9_899n * unitMinor);
  return formatAmount(EXAMPLE_UNITS * unitMinor + moreMinor, currency);
}
