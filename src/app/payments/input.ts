import { randomBytes } from 'node:crypto';
import type { PaymentKind } from '../../client/payment-kind.ts';
import { listSandboxAccounts } from '../../client/sandbox/accounts.ts';
import { listSandboxCustomers } from '../../client/sandbox/customers.ts';
import type { Session } from '../../client/session.ts';
import { Fault } from '../../errors.ts';
import { memberAt } from '../../forms/json-body.ts';
import type { PaymentFields } from '../../forms/payment-fields.ts';
import {
  checkGivenFields,
  type PreparedPayment,
  type PreparePayment,
  preparePayment,
} from '../../forms/prepare-payment.ts';
import type { JsonObject } from '../../json-object.ts';
import type { SandboxAccount } from '../../wire/sandbox/account.ts';
import { todayAt } from '../today.ts';

export interface Prepared extends PreparedPayment {
  /** customerNumber of the debtor account's owner, where the sandbox told it. */
  readonly owner?: string | undefined;
}

/** What a body is made of: fields, a file, or both. */
export type GivenBody = Pick<PreparePayment, 'kind' | 'fields' | 'file' | 'localChecks'>;

/** The body of flags and file alone. Without --example what is wrong is said before anything is opened or made. */
export function prepareGiven({ kind, fields, file, localChecks }: GivenBody): Promise<Prepared> {
  return preparePayment({ kind, fields, file, localChecks });
}

/** An example is filled from the accounts that the bank has. */
export async function prepareExample(
  { kind, fields, file, localChecks }: GivenBody,
  session: Session,
): Promise<Prepared> {
  const { resource: customers } = await session.lookUp(listSandboxCustomers, undefined);
  const { resource: accounts } = await session.lookUp(listSandboxAccounts, undefined);
  const nonce = randomBytes(4).toString('hex');
  // The bank's date, which its clock may have moved.
  const today = kind === 'periodic' ? { today: await todayAt(session) } : {};
  const example = { customers, accounts, nonce, ...today };
  const prepared = await preparePayment({ kind, fields, file, localChecks, example });
  return { ...prepared, owner: ownerOf(prepared.body, accounts) };
}

function ownerOf(body: Uint8Array, accounts: readonly SandboxAccount[]): string | undefined {
  const sent = JSON.parse(Buffer.from(body).toString('utf8')) as JsonObject;
  const [bban, iban] = ['bban', 'iban'].map((name) => memberAt(sent, `debtorAccount.${name}`));
  return accounts.find((account) => account.bban === bban || account.iban === iban)?.customerNumber;
}

/** What is given beside an example. */
export async function checkGiven({ localChecks, ...given }: GivenBody): Promise<void> {
  if (localChecks) await checkGivenFields({ ...given, isExample: true });
}

/** What is wrong with the fields that are given, in words. */
export async function wordsOfFault(
  kind: PaymentKind | 'fees',
  fields: PaymentFields,
  file?: Uint8Array,
): Promise<string | undefined> {
  try {
    await checkGivenFields({ kind, fields, file });
    return undefined;
  } catch (fault) {
    if (fault instanceof Fault) return fault.message;
    throw fault;
  }
}

/**
 * The flags of what a payment still needs.
 * @throws Fault USAGE, INPUT_INVALID, FILE_UNREADABLE for what is wrong with the rest
 */
export async function missingFlags(given: GivenBody): Promise<readonly string[]> {
  try {
    await prepareGiven(given);
    return [];
  } catch (fault) {
    if (fault instanceof Fault && fault.code === 'INPUT_MISSING') return fault.details.missing ?? [];
    throw fault;
  }
}
