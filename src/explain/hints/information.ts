import type { TppMessage } from '../../wire/errors.ts';
import { has } from './payments.ts';

/** The commands by which a PSU who is asked for an SCA gives it; the operator plays the PSU where there is one. */
function authorising(command: string, hasOperator: boolean, ask = 'Ask the PSU to authorise:'): string {
  const played = hasOperator ? `\npsd2 ${command} --sca approve --as NUMBER` : '';
  return `${ask}\npsd2 ${command} --sca browser${played}`;
}

const SCA_CODES: readonly TppMessage['code'][] = [
  ...(['SCA_NOT_FOUND', 'SCA_EXPIRED', 'SCA_INVALID'] as const),
  ...(['CONSENT_UNKNOWN', 'CONSENT_INVALID', 'CONSENT_EXPIRED', 'PSU_CREDENTIALS_INVALID'] as const),
];

/** @param topic of the commands that read the accounts */
export function hintOfAccounts(topic: 'accounts' | 'cards') {
  return (messages: readonly TppMessage[], _input: unknown, hasOperator: boolean) => {
    const misnamed = hintOfMisnamed(messages);
    if (misnamed !== undefined) return misnamed;
    if (SCA_CODES.some((code) => has(messages, code))) return authorising('consent grant', hasOperator);
    if (has(messages, 'ACCESS_EXCEEDED'))
      return 'Read it while the PSU is there, without --psu-absent, or wait. The limit is four calls in 24 hours.';
    if (has(messages, 'RESOURCE_UNKNOWN'))
      return `Check the id and --as. To see what the PSU has consented to:\npsd2 ${topic} list`;
    return hintOfNaming(messages, hasOperator);
  };
}

/** The flags that queries come from, of the interface and of the sandbox. */
export const QUERY_FLAGS: Readonly<Record<string, string>> = {
  bookingStatus: '--status',
  dateFrom: '--from',
  fromDate: '--from',
  dateTo: '--to',
  toDate: '--to',
  limit: '--limit',
  offset: '--offset',
};

/** @param topic of the commands that list them */
export function hintOfTransactions(topic: 'accounts' | 'cards') {
  const ofAccounts = hintOfAccounts(topic);
  return (messages: readonly TppMessage[], input: unknown, hasOperator: boolean) => {
    const paths = messages.map(({ path = '' }) => path);
    const isOld = has(messages, 'SCA_EXPIRED') && (paths.includes('dateFrom') || paths.includes('dateTo'));
    if (isOld) {
      const ask = 'Change --from, or remove it: the last 90 days need no new SCA. For older transactions:';
      return authorising('consent grant', hasOperator, ask);
    }
    if (has(messages, 'FORMAT_ERROR')) {
      if (paths.includes('page')) return 'The list has changed since its first page: run the command again.';
      const flag = paths.map((path) => QUERY_FLAGS[path]).find((one) => one !== undefined);
      if (flag !== undefined) return `Change ${flag}.`;
    }
    return ofAccounts(messages, input, hasOperator);
  };
}

/** The id of a transaction may be wrong, or that of the account. */
export function hintOfTransaction(messages: readonly TppMessage[], input: unknown, hasOperator: boolean) {
  return has(messages, 'RESOURCE_UNKNOWN')
    ? 'Check both ids and --as. The ids of transactions:\npsd2 accounts transactions ACCOUNT --status both --quiet'
    : hintOfAccounts('accounts')(messages, input, hasOperator);
}

/** The PSU itself, and its agreements. */
export function hintOfPsu(messages: readonly TppMessage[], _input: unknown, hasOperator: boolean) {
  const misnamed = hintOfMisnamed(messages);
  if (misnamed !== undefined) return misnamed;
  if (SCA_CODES.some((code) => has(messages, code))) return authorising('user', hasOperator);
  return hintOfNaming(messages, hasOperator);
}

/** An SCA changes nothing about a name that the bank does not know. */
function hintOfMisnamed(messages: readonly TppMessage[]): string | undefined {
  const unknown = messages.filter(({ code }) => code === 'PSU_CREDENTIALS_INVALID').map(({ path }) => path);
  if (unknown.includes('PSU-Corporate-ID')) {
    return "Check --agreement. To see the PSU's agreements and their PSU-Corporate-IDs:\npsd2 agreements list";
  }
  if (!unknown.includes('X-PSU-IDENTITY')) return undefined;
  return 'Check --as, or open the scaRedirect link so that the bank identifies the PSU.';
}

/** Nobody is named who was never known; who acts for a company names the agreement. */
export function hintOfNaming(messages: readonly TppMessage[], hasOperator: boolean): string | undefined {
  const misnamed = hintOfMisnamed(messages);
  if (misnamed !== undefined) return misnamed;
  const missing = messages.filter(({ code }) => code === 'HTTP_HEADER_REQUIRED').map(({ path }) => path);
  if (missing.includes('PSU-Corporate-ID')) {
    return 'The PSU acts for a company. Add --agreement, or change the context:\npsd2 agreements list\npsd2 consent grant --context PRIVATE';
  }
  if (!missing.includes('PSU-ID')) return undefined;
  return `Missing: --as. This profile doesn't know any PSU yet. ${authorising('consent grant', hasOperator)}`;
}
