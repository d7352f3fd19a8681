import type { CreatePayment } from '../../client/payments.ts';
import { ADMISSION_CODES } from '../../wire/admission.ts';
import { OTHERS_IDENTITY, type TppMessage } from '../../wire/errors.ts';
import { operationNamed, undoesOthers } from '../../wire/operations.ts';
import { explainBankCode } from '../codes.ts';
import {
  hintOfAccounts,
  hintOfNaming,
  hintOfPsu,
  hintOfTransaction,
  hintOfTransactions,
} from './information.ts';
import {
  hintByCode,
  hintOfBasket,
  hintOfCreation,
  hintOfMembers,
  hintOfReading,
  hintOfState,
} from './payments.ts';
import {
  hintOfArguments,
  hintOfFault,
  hintOfGrant,
  hintOfMoving,
  hintOfRelease,
  hintOfRestoring,
  hintOfRevocation,
  hintOfRight,
  hintOfSca,
  SANDBOX_HINTS,
} from './sandbox.ts';

type Hint = (messages: readonly TppMessage[], input: never, hasOperator: boolean) => string | undefined;

/** The bank says the same where it has no contact and where it knows the TPP by another id. @see D1-tpp-contact */
const hintOfContact = hintByCode({
  RESOURCE_UNKNOWN: 'The bank has no address of this TPP. To leave one:\npsd2 tpp contact set EMAIL',
});

/** Gives operations the same hint. */
function allOf(hint: Hint, ...operations: readonly string[]): Readonly<Record<string, Hint>> {
  return Object.fromEntries(operations.map((operation) => [operation, hint]));
}

/** By the operation's name. */
export const HINTS: Readonly<Record<string, Hint>> = {
  'create payment': (messages, { kind, rows }: CreatePayment) => hintOfCreation(messages, kind, rows),
  'read fee information': (messages) => hintOfCreation(messages, 'fees'),
  ...allOf(hintOfReading, 'read payment', 'read payment status'),
  ...allOf(hintOfState, 'cancel payment', 'start authorisation', 'start cancellation authorisation'),
  ...allOf(hintOfState, 'list authorisations', 'list cancellation authorisations'),
  ...allOf(hintOfState, 'read authorisation', 'read cancellation authorisation'),
  'create basket': hintOfMembers,
  ...allOf(hintOfBasket, 'read basket', 'read basket status', 'delete basket', 'start basket authorisation'),
  ...allOf(hintOfBasket, 'list basket authorisations', 'read basket authorisation'),
  ...allOf(hintOfAccounts('accounts'), 'list accounts', 'read account', 'read account balances'),
  'list account transactions': hintOfTransactions('accounts'),
  'read account transaction': hintOfTransaction,
  ...allOf(hintOfAccounts('cards'), 'list card accounts', 'read card account', 'read card account balances'),
  'list card account transactions': hintOfTransactions('cards'),
  'create bank-offered consent': (messages, _input, hasOperator) => hintOfNaming(messages, hasOperator),
  ...allOf(hintOfPsu, 'read user', 'list agreements'),
  ...allOf(hintOfContact, 'read contact information', 'delete contact information'),
  ...allOf(hintOfSca, 'approve SCA', 'decline SCA', 'abandon SCA', 'expire SCA', 'fail SCA'),
  'revoke consent': hintOfRevocation,
  'grant consent': hintOfGrant,
  ...allOf(hintOfMoving, 'hold payment', 'release payment', 'reject payment'),
  ...allOf(hintOfMoving, 'settle payment', 'settle payment late'),
  ...allOf(hintOfRight, 'take payment right', 'give payment right'),
  'restore snapshot': hintOfRestoring,
  'release TPP': hintOfRelease,
  ...allOf(hintOfFault, 'add fault', 'clear fault'),
  ...allOf(hintOfArguments, 'advance clock', 'set clock'),
  ...SANDBOX_HINTS,
};

/**
 * What to do about a refusal, where the command knows more than the bank's code says.
 * @param input what the operation was called with
 * @param hasOperator whether somebody can play the PSU here
 */
export function hintFor(
  operation: string,
  messages: readonly TppMessage[],
  input: unknown,
  hasOperator = true,
): string | undefined {
  return (
    hintOfAdmission(messages) ??
    hintOfPsuAddress(messages) ??
    hintOfShared(operation, messages, hasOperator) ??
    HINTS[operation]?.(messages, input as never, hasOperator)
  );
}

/** Whoever isn't let in is told what to change in the text, whatever the operation and its status. @see D12-admission */
function hintOfAdmission([message]: readonly TppMessage[]): string | undefined {
  const isRefused = ADMISSION_CODES.some((code) => message?.text?.startsWith(`${code}:`));
  return isRefused ? explainBankCode('BAD_REQUEST')?.next : undefined;
}

/** It is never invented for a bank elsewhere. @see S10-psu-ip */
function hintOfPsuAddress(messages: readonly TppMessage[]): string | undefined {
  const ofAddress = messages.filter(({ path }) => path === 'PSU-IP-Address').map(({ code }) => code);
  if (ofAddress.includes('FORMAT_ERROR')) return 'Change --psu-ip.';
  return ofAddress.includes('HTTP_HEADER_REQUIRED')
    ? "Pass the PSU's own address with --psu-ip, or set psuIpAddress in the profile."
    : undefined;
}

/** What to do where a bank that strangers share keeps one from another. @see S11-shared-world */
export function hintOfShared(
  operation: string,
  messages: readonly TppMessage[],
  hasOperator: boolean,
): string | undefined {
  const refusal = messages.find(({ code }) => code === 'FORBIDDEN');
  if (refusal === undefined) return undefined;
  if (refusal.text?.includes(OTHERS_IDENTITY) === true) return OTHER_KEY;
  return undoesOthers(operationNamed(operation)) && !hasOperator ? FOR_OPERATOR : undefined;
}

const OTHER_KEY =
  "Use the first key, or a certificate with another organizationIdentifier. The bank's operator can also release this one.";

const FOR_OPERATOR =
  "If it's your bank, serve it with --operator, and set operatorUrl and operatorTokenFile in the profile.";
