import { Fault } from '../../errors.ts';
import { isObject, type JsonObject } from '../../json-object.ts';
import type { Profile } from '../../settings/profile.ts';
import { type Currency, isCurrency } from '../../values/currencies.ts';
import { formatAmount, parseAmount } from '../../values/money.ts';
import { readWrittenAmount } from '../../values/written-amount.ts';
import type { Program } from '../program.ts';

/**
 * At a production bank money moves: the amount is typed once more, by a person or as `--confirm-amount`.
 * @param typed what the command line says; a person is asked where it says nothing
 * @throws Fault INPUT_MISSING, INPUT_INVALID; nothing was sent
 * @see C-typed-amount
 */
export async function confirmAmount(
  profile: Profile,
  body: Uint8Array,
  typed: string | undefined,
  program: Pick<Program, 'ask' | 'seeing'>,
): Promise<void> {
  const isPaid = profile.bank === 'production' && program.seeing?.sendsNothing !== true;
  if (!isPaid && typed === undefined) return;
  const total = totalOf(body);
  const given = typed ?? (await askFor(total, profile, program));
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

interface Total {
  readonly amount: string;
  readonly currency: Currency;
}

function shown({ amount, currency }: Total): string {
  return `${amount} ${currency}`;
}

async function askFor(total: Total, profile: Profile, { ask }: Pick<Program, 'ask'>): Promise<string> {
  const host = profile.bank === 'embedded' ? '' : ` at ${new URL(profile.remote.baseUrl).host}`;
  const about = `Profile ${profile.name}${host} is production. This pays ${shown(total)}.`;
  const typed = await ask(about, 'Type the amount to confirm:');
  if (typed !== undefined) return typed;
  throw new Fault('INPUT_MISSING', `Profile ${profile.name} is production, and the amount isn't confirmed.`, {
    missing: ['--confirm-amount'],
    hint: `To pay ${shown(total)}, add --confirm-amount ${total.amount}`,
  });
}

/** The amount of a payment, or of all those of a bulk together. */
function totalOf(body: Uint8Array): Total {
  const amounts = paymentsIn(body).map(({ instructedAmount }) => instructedAmount);
  const currencies = new Set(amounts.map((one) => (isObject(one) ? one.currency : undefined)));
  const [currency] = currencies;
  if (currencies.size !== 1 || typeof currency !== 'string' || !isCurrency(currency)) throw unreadable();
  const minor = amounts.map((one) => parseAmount((one as JsonObject).amount, currency));
  const amountMinor = minor.reduce<bigint>((sum, one) => {
    if (one === undefined) throw unreadable();
    return sum + one;
  }, 0n);
  return { amount: formatAmount(amountMinor, currency), currency };
}

function paymentsIn(body: Uint8Array): readonly JsonObject[] {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(body).toString('utf8'));
  } catch (cause) {
    throw unreadable(cause);
  }
  if (!isObject(value)) throw unreadable();
  const payments: unknown = value.payments ?? [value];
  if (Array.isArray(payments) && payments.length > 0 && payments.every(isObject)) return payments;
  throw unreadable();
}

function unreadable(cause?: unknown): Fault {
  return new Fault(
    'INPUT_INVALID',
    "Can't read one amount in one currency from this body, so it can't be confirmed.",
    {
      hint: 'Nothing was sent. To test refusals, use a sandbox: --profile offline',
      cause,
    },
  );
}
