import type { CreatePayment } from '../../client/create-payment.ts';
import { ADMISSION_CODES } from '../../wire/admission.ts';
import type { TppMessage } from '../../wire/errors.ts';
import { explainBankCode } from '../bank-codes.ts';
import { hintOfBasket, hintOfMembers } from './basket.ts';
import { hintOfCreation } from './creation.ts';
import {
  hintOfAccounts,
  hintOfNaming,
  hintOfPsu,
  hintOfTransaction,
  hintOfTransactions,
} from './information.ts';
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
} from './operator.ts';
import { hintOfReading, hintOfState } from './payment.ts';
import { SANDBOX_HINTS } from './sandbox-operations.ts';
import { hintOfShared } from './shared-world.ts';
import { hintOfContact } from './tpp-contact.ts';

type Hint = (messages: readonly TppMessage[], input: never, hasOperator: boolean) => string | undefined;

/** By the operation's name. */
export const HINTS: Readonly<Record<string, Hint>> = {
  'create payment': (messages, { kind, rows }: CreatePayment) => hintOfCreation(messages, kind, rows),
  'read fee information': (messages) => hintOfCreation(messages, 'fees'),
  'read payment': hintOfReading,
  'read payment status': hintOfReading,
  'cancel payment': hintOfState,
  'start authorisation': hintOfState,
  'list authorisations': hintOfState,
  'read authorisation': hintOfState,
  'start cancellation authorisation': hintOfState,
  'list cancellation authorisations': hintOfState,
  'read cancellation authorisation': hintOfState,
  'create basket': hintOfMembers,
  'read basket': hintOfBasket,
  'read basket status': hintOfBasket,
  'delete basket': hintOfBasket,
  'start basket authorisation': hintOfBasket,
  'list basket authorisations': hintOfBasket,
  'read basket authorisation': hintOfBasket,
  'list accounts': hintOfAccounts('accounts'),
  'read account': hintOfAccounts('accounts'),
  'read account balances': hintOfAccounts('accounts'),
  'list account transactions': hintOfTransactions('accounts'),
  'read account transaction': hintOfTransaction,
  'list card accounts': hintOfAccounts('cards'),
  'read card account': hintOfAccounts('cards'),
  'read card account balances': hintOfAccounts('cards'),
  'list card account transactions': hintOfTransactions('cards'),
  'create bank-offered consent': (messages, _input, hasOperator) => hintOfNaming(messages, hasOperator),
  'read user': hintOfPsu,
  'list agreements': hintOfPsu,
  'read contact information': hintOfContact,
  'delete contact information': hintOfContact,
  'approve SCA': hintOfSca,
  'decline SCA': hintOfSca,
  'abandon SCA': hintOfSca,
  'expire SCA': hintOfSca,
  'fail SCA': hintOfSca,
  'revoke consent': hintOfRevocation,
  'grant consent': hintOfGrant,
  'hold payment': hintOfMoving,
  'release payment': hintOfMoving,
  'reject payment': hintOfMoving,
  'settle payment late': hintOfMoving,
  'settle payment': hintOfMoving,
  'take payment right': hintOfRight,
  'give payment right': hintOfRight,
  'restore snapshot': hintOfRestoring,
  'release TPP': hintOfRelease,
  'add fault': hintOfFault,
  'clear fault': hintOfFault,
  'advance clock': hintOfArguments,
  'set clock': hintOfArguments,
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
