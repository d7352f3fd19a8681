import { Fault } from '../errors.ts';
import type { CommandContext, CommandIo } from '../session/context.ts';
import type { Profile } from '../settings/profile.ts';
import { readWrittenAmount } from '../values/money.ts';
import { computeSum, parsePayments } from './body.ts';

/**
 * Confirms the amount of a payment at a production bank: the user types it again, or passes `--confirm-amount`.
 * @param typed the value of the flag; if undefined, the user is prompted
 * @throws Fault INPUT_MISSING, INPUT_INVALID; nothing was sent
 * @see C-typed-amount
 */
export async function confirmAmount(
  profile: Profile,
  body: Uint8Array,
  typed: string | undefined,
  { io }: CommandContext,
): Promise<void> {
  const total = computeTotal(body);
  const given = typed ?? (await askFor(total, profile, io));
  if (given === total.amount || isSame(given, total)) return;
  throw new Fault('INPUT_INVALID', `You typed ${given}, but the payment is ${formatTotal(total)}.`, {
    hint: 'Nothing was sent. Correct the payment or the amount you type to confirm it.',
  });
}

/** Compares the amounts; accepts the forms of --amount. @see C-written-amounts */
function isSame(given: string, { amount, currency }: Total): boolean {
  const written = readWrittenAmount(given, currency);
  return 'amount' in written && written.amount === amount;
}

type Total = NonNullable<ReturnType<typeof computeSum>>;

function formatTotal({ amount, currency }: Total): string {
  return `${amount} ${currency}`;
}

async function askFor(total: Total, profile: Profile, io: CommandIo): Promise<string> {
  const host = profile.bank === 'embedded' ? '' : ` at ${new URL(profile.remote.baseUrl).host}`;
  const about = `Profile ${profile.name}${host} is production. This pays ${formatTotal(total)}.`;
  const typed = await io.askLine(about, 'Type the amount to confirm:');
  if (typed !== undefined) return typed;
  throw new Fault('INPUT_MISSING', `Profile ${profile.name} is production, and the amount isn't confirmed.`, {
    missing: ['--confirm-amount'],
    hint: `To pay ${formatTotal(total)}, add --confirm-amount ${total.amount}`,
  });
}

/** Adds up the amount of a payment, or of all payments of a bulk. */
function computeTotal(body: Uint8Array): Total {
  try {
    const total = computeSum(parsePayments(body));
    if (total !== undefined) return total;
  } catch (fault) {
    if (!(fault instanceof SyntaxError)) throw fault;
  }
  const text = "Can't read one amount in one currency from this body, so it can't be confirmed.";
  throw new Fault('INPUT_INVALID', text, {
    hint: 'Nothing was sent. To test refusals, use a sandbox: --profile offline',
  });
}
