import type { HeldPayment, ScaReference } from '../../client/operator.ts';
import { shellWord } from '../../own-file.ts';
import type { TppMessage } from '../../wire/errors.ts';
import { has } from './payment.ts';

/** The arguments and flags that members of the bodies come from. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  as: '--as',
  context: '--context',
  agreementId: '--agreement',
  accounts: '--accounts',
  tpp: '--tpp',
  seconds: 'DURATION',
  now: 'TIME',
};

/** What to do about an act that the operator got wrong. */
export function hintOfArguments(messages: readonly TppMessage[]): string | undefined {
  // One of an array is given with the others.
  const named = new Set(messages.flatMap(({ path = '' }) => ARGUMENTS[path.replace(/\[\d+\]$/, '')] ?? []));
  return named.size === 0 ? undefined : `Change ${[...named].join(', ')}.`;
}

/** What to do about a payment that the operator can't move. */
export function hintOfMoving(messages: readonly TppMessage[], { paymentId }: HeldPayment) {
  if (has(messages, 'RESOURCE_UNKNOWN')) return 'Use the id printed by:\npsd2 payments create';
  return has(messages, 'CONFLICT') ? `See its status:\npsd2 status ${paymentId}` : undefined;
}

/** Which accounts there are to take the payment right of. */
export function hintOfRight(messages: readonly TppMessage[]): string | undefined {
  if (!has(messages, 'RESOURCE_UNKNOWN')) return undefined;
  return 'See which exist:\npsd2 sandbox account list\npsd2 sandbox card-account list';
}

/** A bank that one machine has to itself keeps no keys of TPPs. */
export function hintOfRelease(messages: readonly TppMessage[]): string | undefined {
  if (!has(messages, 'RESOURCE_UNKNOWN')) return undefined;
  return "Only a bank served beyond this machine keeps the keys of TPPs that called it. To see your TPP's identifier:\npsd2 cert inspect";
}

/** Which faults there are to clear. */
export function hintOfFault(messages: readonly TppMessage[]): string | undefined {
  if (!has(messages, 'RESOURCE_UNKNOWN') && !has(messages, 'CONFLICT')) return undefined;
  return 'See which are set:\npsd2 sandbox fault list';
}

/** Who can't give a consent, or to what. */
export function hintOfGrant(messages: readonly TppMessage[]): string | undefined {
  return hintOfRevocation(messages) ?? hintOfArguments(messages);
}

/** Whose consent nobody has, or in which agreement. */
export function hintOfRevocation(messages: readonly TppMessage[]): string | undefined {
  const paths = messages.map(({ path }) => path);
  if (paths.includes('as')) return "Check --as. To see the bank's customers:\npsd2 sandbox customer list";
  return paths.includes('agreementId')
    ? 'Add --agreement. To see the agreements:\npsd2 sandbox agreement list'
    : undefined;
}

/** What to do about an SCA that can't be played. */
export function hintOfSca(messages: readonly TppMessage[], input: ScaReference): string | undefined {
  const { id } = input;
  const byArgument = hintOfArguments(messages);
  if (byArgument !== undefined) return byArgument;
  const codes = messages.map(({ code }) => code);
  if (codes.includes('RESOURCE_UNKNOWN')) {
    return 'Use the id printed by one of these commands:\npsd2 payments create\npsd2 payments authorise\npsd2 basket create';
  }
  if (!codes.includes('CONFLICT')) return undefined;
  return `If the payment or basket is RCVD, start a new SCA with payments authorise or basket authorise. To check its status:\npsd2 status ${shellWord(id)}\npsd2 basket status ${shellWord(id)}`;
}

/** A record's place is its line in the file. */
export function hintOfRestoring(messages: readonly TppMessage[]): string | undefined {
  const places = messages.flatMap(({ path = '' }) => /^records\[(\d+)\]/.exec(path)?.[1] ?? []);
  const lines = [...new Set(places)].slice(0, 5).map((place) => String(Number(place) + 1));
  if (lines.length === 0) return undefined;
  const named = lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.join(', ')}`;
  return `Correct ${named} of the snapshot, or save a new one. Nothing was changed.`;
}
