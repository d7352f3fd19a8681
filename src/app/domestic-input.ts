import { randomBytes } from 'node:crypto';
import type { DomesticInput } from '../app.ts';
import { type DomesticFields, type JsonBody, memberAt } from '../client/domestic-fields.ts';
import { checkGivenFields, prepareDomestic } from '../client/prepare-domestic.ts';
import { listSandboxAccounts, listSandboxCustomers } from '../client/sandbox.ts';
import type { Session } from '../embedded.ts';
import { Fault } from '../errors.ts';

export interface Prepared {
  /** The bytes to send. */
  readonly body: Uint8Array;
  /** customerNumber of the debtor account's owner, where the sandbox told it. */
  readonly owner?: string;
}

/** The body of flags and file alone. Without --example what is wrong is said before anything is opened or made. */
export function prepareGiven({ fields, file, localChecks }: DomesticInput): Prepared {
  return { body: prepareDomestic({ fields, file, localChecks }) };
}

/** An example is filled from the accounts that the bank has. */
export async function prepareExample(
  { fields, file, localChecks }: DomesticInput,
  session: Session,
): Promise<Prepared> {
  const { resource: customers } = await session.call(listSandboxCustomers, undefined);
  const { resource: accounts } = await session.call(listSandboxAccounts, undefined);
  const nonce = randomBytes(4).toString('hex');
  const body = prepareDomestic({ fields, file, localChecks, example: { customers, accounts, nonce } });
  const debtor = memberAt(JSON.parse(Buffer.from(body).toString('utf8')) as JsonBody, 'debtorAccount.bban');
  const owner = accounts.find(({ bban }) => bban === debtor)?.customerNumber;
  return owner === undefined ? { body } : { body, owner };
}

/** What is given beside an example. */
export function checkGiven({ fields, file, localChecks }: DomesticInput): void {
  if (localChecks) checkGivenFields({ fields, file });
}

/** What is wrong with the fields that are given, in words. */
export function faultOf(fields: DomesticFields): string | undefined {
  try {
    checkGivenFields({ fields });
    return undefined;
  } catch (fault) {
    if (fault instanceof Fault) return fault.message;
    throw fault;
  }
}
