import { flagsOf, type SandboxForm } from '../../forms/sandbox/form.ts';
import { shellWord } from '../../own-file.ts';
import type { TppMessage } from '../../wire/errors.ts';
import { has } from './payment.ts';

type Input = Readonly<Record<string, unknown>>;

/** The commands that tell which there are; `{name}` stands for what the operation was called with. */
function lists(commands: readonly string[], input: Input): string {
  const filled = commands.map((command) =>
    command.replace(/\{(\w+)\}/, (_, name) => shellWord(String(input[name]))),
  );
  return ['See which exist:', ...filled.map((command) => `psd2 sandbox ${command}`)].join('\n');
}

/** What to do about one that is not there. */
export function hintOfUnknown(...commands: readonly string[]) {
  return (messages: readonly TppMessage[], input: Input): string | undefined =>
    has(messages, 'RESOURCE_UNKNOWN') ? lists(commands, input) : undefined;
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
export function hintOfRange(...commands: readonly string[]) {
  return (messages: readonly TppMessage[], input: Input): string | undefined => {
    const flags = messages.flatMap(({ path }) => QUERIES[path ?? ''] ?? []);
    return flags.length === 0 ? hintOfUnknown(...commands)(messages, input) : `Change ${flags.join(', ')}.`;
  };
}

/** Which list tells of a member that names something. */
const NAMED: Readonly<Record<string, string>> = {
  customerNumber: 'customer list',
  owner: 'customer list',
  customer: 'customer list',
  bban: 'account list',
  iban: 'account list',
  'account.iban': 'account list',
};

/**
 * What to do about sandbox data that the bank does not take.
 * @param commands what tells of that which the request is about, where it must be there already
 */
export function hintOfMaking(form: SandboxForm, ...commands: readonly string[]) {
  return (messages: readonly TppMessage[], input: Input): string | undefined => {
    const paths = messages.flatMap(({ path }) => path ?? []);
    if (paths.length === 0) return hintOfUnknown(...commands)(messages, input);
    const changes = [...new Set(paths.flatMap((path) => changesOf(form, path, input)))];
    const known = paths.flatMap((path) => NAMED[path.replace(/^engagements\[\d+\]\./, '')] ?? []);
    return [
      `Change ${changes.join(', ')}.`,
      ...(messages.some(isOtherDebtor) ? [OTHER_DEBTOR] : []),
      ...(isOfNames(messages) && known.length > 0 ? [lists([...new Set(known)], input)] : []),
    ].join('\n');
  };
}

/** Of several flags those that were given, where any was. */
function changesOf(form: SandboxForm, path: string, { isFile, given = {} }: Input): readonly string[] {
  const flags = isFile === true ? [] : flagsOf(form, path);
  if (flags.length === 0) return [`${path} in the file`];
  const typed = flags.filter((flag) => flag.replace(/^--/, '') in (given as object));
  return typed.length === 0 ? flags : typed;
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
  'If a sandbox account pays, add the transaction to that account with --out, or pay: psd2 payments create';

/** What to do about an engagement that is there already, besides what every body may lack. */
export function hintOfEngaging(form: SandboxForm) {
  const making = hintOfMaking(form, 'agreement list');
  return (messages: readonly TppMessage[], input: Input): string | undefined =>
    has(messages, 'CONFLICT') ? lists(['agreement get {mockAgreementId}'], input) : making(messages, input);
}

/** What to do about an agreement that can't be deleted. @see D8-delete-agreement */
export function hintOfEnding(messages: readonly TppMessage[], input: Input): string | undefined {
  return has(messages, 'CONFLICT')
    ? 'A private agreement is deleted with its customer:\npsd2 sandbox customer delete'
    : hintOfUnknown('agreement list')(messages, input);
}
