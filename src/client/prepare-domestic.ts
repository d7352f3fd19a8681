import { Fault } from '../errors.ts';
import { isCurrency, minorUnits } from '../values/currencies.ts';
import { formatAmount } from '../values/money.ts';
import { domesticPayment } from '../wire/domestic-payment.ts';
import type { FieldFault } from '../wire/field.ts';
import { parseBody } from '../wire/parse.ts';
import type { SandboxAccount, SandboxCustomer } from '../wire/sandbox.ts';
import {
  type DomesticFields,
  domesticBody,
  flagOf,
  hasFlag,
  type JsonBody,
  memberAt,
  missingFlags,
  namesDebtor,
  withAccountCurrencies,
  withMember,
} from './domestic-fields.ts';

/** The first private customer of a sandbox: who pays in an example. @see cli.md --example */
export const EXAMPLE_PSU = '15813963008';

const EXAMPLE_UNITS = 100n;

export interface PrepareDomestic {
  readonly fields: DomesticFields;
  /** The bytes of `--file` or stdin. */
  readonly file?: Uint8Array | undefined;
  /** What an example is filled from; absent: no example. */
  readonly example?: ExampleSource | undefined;
  readonly localChecks: boolean;
}

export interface ExampleSource {
  readonly customers: readonly SandboxCustomer[];
  readonly accounts: readonly SandboxAccount[];
  /** Differs each time. */
  readonly nonce: string;
}

/**
 * The exact body bytes to send. An unchanged file goes as it is, not re-serialised.
 * @throws Fault INPUT_MISSING, INPUT_INVALID, FILE_UNREADABLE
 * @see cli.md Behaviour
 */
export function prepareDomestic({ fields, file, example, localChecks }: PrepareDomestic): Uint8Array {
  const changed = example !== undefined || Object.values(fields).some((value) => value !== undefined);
  if (file && !changed) {
    if (localChecks) checkBody(readFile(file));
    return file;
  }
  const before = file ? readFile(file) : {};
  const given = domesticBody(fields, before);
  const body = withAccountCurrencies(example ? withExample(given, example) : given);
  if (localChecks) checkBody(body);
  const bytes = Buffer.from(JSON.stringify(body), 'utf8');
  // Flags and an example that found nothing to change leave a file as it is, too.
  return file && bytes.equals(Buffer.from(JSON.stringify(before), 'utf8')) ? file : bytes;
}

function readFile(bytes: Uint8Array): JsonBody {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonBody;
  } catch (cause) {
    throw new Fault('FILE_UNREADABLE', `the payment file is not JSON: ${(cause as Error).message}`, {
      cause,
    });
  }
  throw new Fault('FILE_UNREADABLE', 'the payment file holds no JSON object');
}

/** The same schema as the bank's, before anything is sent. */
function checkBody(body: JsonBody): void {
  const parsed = parseBody(domesticPayment, body);
  if (parsed.ok) return;
  const absent = parsed.faults.map(({ path }) => path).filter((path) => isAbsent(body, path));
  const missing = missingFlags(body, absent);
  const wrong = parsed.faults.filter(({ path }) => !(absent.includes(path) && hasFlag(path)));
  const inWords = `missing: ${missing.join(', ')}`;
  if (wrong.length === 0) {
    throw new Fault('INPUT_MISSING', inWords, {
      missing,
      hint: 'give them as flags or in --file, or add --example to have them filled in',
    });
  }
  throw new Fault(
    'INPUT_INVALID',
    [...wrong.map(({ text }) => text), ...(missing.length > 0 ? [inWords] : [])].join('\n'),
    { hint: hintOf(wrong), ...(missing.length > 0 ? { missing } : {}) },
  );
}

/** A debtor account that names no account is as good as none. */
function isAbsent(body: JsonBody, path: string): boolean {
  return memberAt(body, path) === undefined || (path === 'debtorAccount' && !namesDebtor(body));
}

function hintOf(faults: readonly FieldFault[]): string {
  const flags = faults.flatMap(({ path }) => flagOf(path) ?? []);
  const change = flags.length > 0 ? `change ${flags.join(', ')}` : 'change the body';
  return `${change}; --no-local-checks sends it as it is and lets the bank answer`;
}

/** Fills each member that nothing gives, so that the payment is neither exempt nor a duplicate. @see cli.md --example */
function withExample(given: JsonBody, { customers, accounts, nonce }: ExampleSource): JsonBody {
  const { debtor, creditor } = exampleAccounts(given, accounts);
  const currency = memberAt(given, 'instructedAmount.currency') ?? 'NOK';
  const creditorName = customers.find(
    ({ customerNumber }) => customerNumber === creditor.customerNumber,
  )?.customerName;
  const structured = memberAt(given, 'remittanceInformationStructuredArray') !== undefined;
  const fromCard = memberAt(given, 'debtorAccount.other') !== undefined;
  const elsewhere = (memberAt(given, 'creditorAccount.bban') ?? creditor.bban) !== creditor.bban;
  const filled: readonly (readonly [path: string, value: unknown])[] = [
    ['instructedAmount.amount', exampleAmount(currency)],
    ['instructedAmount.currency', currency],
    ['creditorName', creditorName],
    ['creditorAccount.bban', creditor.bban],
    ['creditorAccount.currency', elsewhere ? undefined : creditor.currency],
    ['creditorAddress.country', 'NO'],
    ['debtorAccount.bban', fromCard ? undefined : debtor.bban],
    ['debtorAccount.currency', debtor.currency],
    ['remittanceInformationUnstructured', structured ? undefined : `psd2 example ${nonce}`],
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
  throw new Fault('INPUT_INVALID', 'the sandbox has not the accounts that an example pays between', {
    hint: 'psd2 sandbox init puts the initial data back',
  });
}

function exampleAmount(currency: unknown): string | undefined {
  if (!isCurrency(currency)) return undefined;
  return formatAmount(EXAMPLE_UNITS * 10n ** BigInt(minorUnits(currency)), currency);
}
