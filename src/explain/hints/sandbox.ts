import { flagsOf, type SandboxForm } from '../../forms/sandbox/form.ts';
import type { TppMessage } from '../../wire/errors.ts';
import { has } from './payment.ts';

/** The lists that tell which there are, by the word of a sort. */
function lists(words: readonly string[]): string {
  return ['See which there are:', ...words.map((word) => `psd2 sandbox ${word} list`)].join('\n');
}

/** What to do about one that is not there. */
export function hintOfUnknown(...words: readonly string[]) {
  return (messages: readonly TppMessage[]): string | undefined =>
    has(messages, 'RESOURCE_UNKNOWN') ? lists(words) : undefined;
}

/** The flags that queries come from. */
const QUERIES: Readonly<Record<string, string>> = {
  fromDate: '--from',
  toDate: '--to',
  offset: '--offset',
  limit: '--limit',
  bookingStatus: '--status',
};

/** What to do about a list of transactions that the bank does not give. */
export function hintOfRange(...words: readonly string[]) {
  return (messages: readonly TppMessage[]): string | undefined => {
    const flags = messages.flatMap(({ path }) => QUERIES[path ?? ''] ?? []);
    return flags.length === 0 ? hintOfUnknown(...words)(messages) : `Change ${flags.join(', ')}.`;
  };
}

/** Which list tells of a member that names something. */
const NAMED: Readonly<Record<string, string>> = {
  customerNumber: 'customer',
  owner: 'customer',
  customer: 'customer',
  bban: 'account',
  iban: 'account',
  'account.iban': 'account',
};

/**
 * What to do about sandbox data that the bank does not take.
 * @param words the lists of what the request is about, where that is there already
 */
export function hintOfMaking(form: SandboxForm, ...words: readonly string[]) {
  return (messages: readonly TppMessage[], { isFile = false }: { readonly isFile?: boolean }) => {
    const paths = messages.flatMap(({ path }) => path ?? []);
    if (paths.length === 0) return hintOfUnknown(...words)(messages);
    const changes = [...new Set(paths.map((path) => changeOf(form, path, isFile)))];
    const known = paths.flatMap((path) => NAMED[path.replace(/^engagements\[\d+\]\./, '')] ?? []);
    return [
      `Change ${changes.join(', ')}.`,
      ...(messages.some(isOtherDebtor) ? [OTHER_DEBTOR] : []),
      ...(isOfNames(messages) && known.length > 0 ? [lists([...new Set(known)])] : []),
    ].join('\n');
  };
}

function changeOf(form: SandboxForm, path: string, isFile: boolean): string {
  const flags = isFile ? [] : flagsOf(form, path);
  return flags.length === 0 ? `${path} in the file` : flags.join(' or ');
}

/** A name that nothing has, or that something has already. */
function isOfNames(messages: readonly TppMessage[]): boolean {
  return has(messages, 'RESOURCE_UNKNOWN') || has(messages, 'CONFLICT');
}

/** @see D8-transaction-parties */
function isOtherDebtor({ path, text }: TppMessage): boolean {
  return path?.endsWith('.debtorAccount') === true && /another account of this sandbox/.test(text ?? '');
}

const OTHER_DEBTOR =
  'What an account of the sandbox pays is added to that account, with --out, or paid: psd2 payments create.';
