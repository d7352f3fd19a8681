import { randomBytes } from 'node:crypto';
import type { Ledger } from '../client/ledger/ledger.ts';
import { createPayment, KINDS, type PaymentKind } from '../client/payments.ts';
import { listSandboxAccounts, listSandboxCustomers } from '../client/sandbox.ts';
import type { Session } from '../client/session.ts';
import { clock } from '../clock.ts';
import { Fault } from '../errors.ts';
import { memberAt } from '../forms/json-body.ts';
import { flagValues, type PaymentFields } from '../forms/payment-fields.ts';
import {
  checkGivenFields,
  type PreparedPayment,
  type PreparePayment,
  preparePayment,
} from '../forms/prepare-payment.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { begunOf, needOf, rememberAndPlay, rememberedOf } from '../sca/authorise.ts';
import { namingPayment } from '../sca/faults.ts';
import { PAYMENT } from '../sca/targets.ts';
import type { MetaWithSca, ScaChoice } from '../sca/types.ts';
import type { CommandContext, Requirements } from '../session/context.ts';
import { type PsuChoice, resolvePsuForCreation, sessionOptions } from '../session/psu.ts';
import { readBankDate, type SessionContext, withSession } from '../session/with-session.ts';
import { type GivenFlags, openSettings } from '../settings/precedence.ts';
import type { Profile } from '../settings/profile.ts';
import { type Currency, isCurrency } from '../values/currencies.ts';
import { formatAmount, parseAmount, readWrittenAmount } from '../values/money.ts';
import type { PaymentCreated } from '../wire/answers/payments.ts';
import type { SandboxAccount } from '../wire/answers/sandbox.ts';
import { makingOf, paymentsIn, sumOf } from './body.ts';

interface PaymentInput {
  readonly kind: PaymentKind;
  readonly fields: PaymentFields;
  readonly file: Uint8Array | undefined;
  readonly example: boolean;
  readonly localChecks: boolean;
  readonly allowLogicalDuplicate: boolean;
  /** The amount as somebody typed it once more. */
  readonly confirmedAmount: string | undefined;
}

export type CreatedPayment = PaymentCreated & MetaWithSca;

/** The body that `create` would send. */
export async function bodyOf(
  context: CommandContext,
  input: PaymentInput,
  psu: PsuChoice,
): Promise<Uint8Array> {
  if (!input.example) return (await prepareGiven(input)).body;
  await checkGiven(input);
  return withSession(
    context,
    psu.settings,
    async ({ session }) => (await prepareExample(input, session)).body,
  );
}

interface Asked {
  readonly input: PaymentInput;
  readonly psu: PsuChoice;
  readonly sca: ScaChoice;
}

/** Creates a payment and has its SCA played where that is asked for. @see C-sca-act */
export async function create(
  context: CommandContext,
  input: PaymentInput,
  psu: PsuChoice,
  sca: ScaChoice,
): Promise<CreatedPayment> {
  // Who signs for an agreement does so in the corporate context.
  const psuContext = psu.context ?? (sca.agreement === undefined ? undefined : 'CORPORATE');
  const asked = { input, psu: { ...psu, context: psuContext }, sca };
  // What is wrong with what was given is said before anything is opened or made.
  if (input.example) await checkGiven(input);
  const given = input.example ? undefined : await prepareGiven(input);
  return withSession(
    context,
    psu.settings,
    async (there) => {
      const prepared = given ?? (await prepareExample(input, there.session));
      await confirmAmount(there.profile, prepared.body, input.confirmedAmount, context);
      return createPrepared(there, prepared, asked);
    },
    // Who plays the PSU is wanted before the payment is made.
    { ...(input.example && EXAMPLE), ...needOf(sca) },
  );
}

export const EXAMPLE: Requirements = { onlySandbox: 'accounts for an example' };

async function createPrepared(
  there: SessionContext,
  prepared: Prepared,
  asked: Asked,
): Promise<CreatedPayment> {
  const { session, notice } = there;
  const { input, psu: choice, sca } = asked;
  const { body, rows, owner } = prepared;
  const psu = await resolvePsuForCreation(session.ledger, choice, owner);
  const { kind, allowLogicalDuplicate } = input;
  const payment = { kind, body, rows, allowLogicalDuplicate };
  const customerNumber = choice.as ?? owner;
  const created = await session
    .call(createPayment, payment, psu, sessionOptions(choice, notice))
    .catch(async (fault) => {
      if (customerNumber === undefined || there.profile.bank === 'production') throw fault;
      throw await (await import('./company-hint.ts')).withCompanyHint(fault, session, customerNumber, body);
    });
  const { tppSessionId, resource } = created;
  const { paymentId, transactionStatus, _links: links = {} } = resource;
  const reference = { ...KINDS[kind], paymentId };
  // Without an SCA a payment rests in RCVD; one whose SCA ended at its start is beyond it at once.
  const isEnded = links.scaRedirect === undefined && transactionStatus !== 'RCVD';
  const known = { reference, psu, customerNumber };
  const made = makingOf(body, transactionStatus, clock());
  const whose = rememberedOf({ psu, customerNumber, tppSessionId });
  const begun = {
    ...begunOf(PAYMENT, known, { links, tppSessionId, isEnded }),
    remember: (ledger: Ledger) => ledger.rememberPayment({ ...reference, ...whose, made }),
  };
  return namingPayment(paymentId, () => rememberAndPlay(there, there.withMeta(created), begun, sca, choice));
}

interface Prepared extends PreparedPayment {
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
  const today = kind === 'periodic' ? await readBankDate(session) : undefined;
  const example = { customers, accounts, nonce, today };
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

/** A payment as it would be sent, for who is asked whether it is right. @see C-payment-summary */
export interface PaymentSummary {
  /** What the body holds, by flag without its dashes. */
  readonly values: Readonly<Record<string, string>>;
  /** Of a bulk: how many payments it has, and what they come to in each currency. */
  readonly count?: number;
  readonly totals?: readonly { readonly amount: string; readonly currency: string }[];
  readonly profile: string;
  readonly bank: Profile['bank'];
  /** Of a bank elsewhere. */
  readonly host?: string;
}

/** @throws Fault as the creation of the payment would, before anything is sent */
export async function summaryOf(
  { surroundings }: CommandContext,
  given: GivenBody,
  settings: GivenFlags,
): Promise<PaymentSummary> {
  const { profile } = openSettings(surroundings, settings);
  const { body } = await prepareGiven(given);
  const sent = JSON.parse(Buffer.from(body).toString('utf8')) as JsonObject;
  const payments = Array.isArray(sent.payments) ? sent.payments.filter(isObject) : undefined;
  return {
    values: flagValues(given.kind, sent),
    count: payments?.length,
    totals: payments && totalsOf(payments),
    profile: profile.name,
    bank: profile.bank,
    host: profile.bank === 'embedded' ? undefined : new URL(profile.remote.baseUrl).host,
  };
}

function totalsOf(payments: readonly JsonObject[]): NonNullable<PaymentSummary['totals']> {
  const sums = new Map<Currency, bigint>();
  for (const { instructedAmount } of payments) {
    const { amount, currency } = isObject(instructedAmount) ? instructedAmount : {};
    if (typeof currency !== 'string' || !isCurrency(currency)) continue;
    sums.set(currency, (sums.get(currency) ?? 0n) + (parseAmount(amount, currency) ?? 0n));
  }
  return [...sums].map(([currency, minor]) => ({ amount: formatAmount(minor, currency), currency }));
}

/**
 * At a production bank money moves: the amount is typed once more, by a person or as `--confirm-amount`.
 * @param typed what the command line says; a person is asked where it says nothing
 * @throws Fault INPUT_MISSING, INPUT_INVALID; nothing was sent
 * @see C-typed-amount
 */
async function confirmAmount(
  profile: Profile,
  body: Uint8Array,
  typed: string | undefined,
  context: CommandContext,
): Promise<void> {
  const isPaid = profile.bank === 'production' && context.exchange?.sendsNothing !== true;
  if (!isPaid && typed === undefined) return;
  const total = totalOf(body);
  const given = typed ?? (await askFor(total, profile, context));
  if (given === total.amount || isSame(given, total)) return;
  throw new Fault('INPUT_INVALID', `You typed ${given}, but the payment is ${shown(total)}.`, {
    hint: 'Nothing was sent. Correct the payment or the amount you type to confirm it.',
  });
}

/** The amount as the flag --amount takes it. @see C-written-amounts */
function isSame(given: string, { amount, currency }: Total): boolean {
  const written = readWrittenAmount(given, currency);
  return 'amount' in written && written.amount === amount;
}

type Total = NonNullable<ReturnType<typeof sumOf>>;

function shown({ amount, currency }: Total): string {
  return `${amount} ${currency}`;
}

async function askFor(total: Total, profile: Profile, { io }: CommandContext): Promise<string> {
  const host = profile.bank === 'embedded' ? '' : ` at ${new URL(profile.remote.baseUrl).host}`;
  const about = `Profile ${profile.name}${host} is production. This pays ${shown(total)}.`;
  const typed = await io.askLine(about, 'Type the amount to confirm:');
  if (typed !== undefined) return typed;
  throw new Fault('INPUT_MISSING', `Profile ${profile.name} is production, and the amount isn't confirmed.`, {
    missing: ['--confirm-amount'],
    hint: `To pay ${shown(total)}, add --confirm-amount ${total.amount}`,
  });
}

/** The amount of a payment, or of all those of a bulk together. */
function totalOf(body: Uint8Array): Total {
  try {
    const total = sumOf(paymentsIn(body));
    if (total !== undefined) return total;
  } catch (fault) {
    if (!(fault instanceof SyntaxError)) throw fault;
  }
  const text = "Can't read one amount in one currency from this body, so it can't be confirmed.";
  throw new Fault('INPUT_INVALID', text, {
    hint: 'Nothing was sent. To test refusals, use a sandbox: --profile offline',
  });
}
