import type { InputOf } from '../client/operation.ts';
import { quoteForShell } from '../own-file.ts';
import { listFlags, type SandboxForm } from '../sandbox/form.ts';
import { FORMS } from '../sandbox/forms.ts';
import type { ErrorCode, TppMessage } from '../wire/errors.ts';
import type { OperationName } from '../wire/operations.ts';

export type Messages = readonly TppMessage[];

/**
 * Returns the remedy for a refusal of an operation with this input; undefined if the code's own explanation suffices.
 */
export type Hint<Input = never> = (
  messages: Messages,
  input: Input,
  hasOperator: boolean,
) => string | undefined;

export function has(messages: Messages, wanted: ErrorCode): boolean {
  return messages.some(({ code }) => code === wanted);
}

/** Creates a hint from the first listed code in the refusal; `{name}` is replaced by a member of the input. */
export function createHintByCode(texts: Partial<Record<ErrorCode, string>>) {
  return (messages: Messages, input: object = {}): string | undefined => {
    const text = Object.entries(texts).find(([code]) => has(messages, code as ErrorCode))?.[1];
    return text?.replaceAll(/\{(\w+)\}/g, (_, name) =>
      quoteForShell(String(input[name as keyof typeof input])),
    );
  };
}

/** The flags of query parameters, of the interface and of the sandbox. */
export const QUERY_FLAGS: Readonly<Record<string, string>> = {
  bookingStatus: '--status',
  dateFrom: '--from',
  fromDate: '--from',
  dateTo: '--to',
  toDate: '--to',
  limit: '--limit',
  offset: '--offset',
};

type Input = Readonly<Record<string, unknown>>;

/** The arguments and flags of the bodies' members. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  as: '--as',
  context: '--context',
  agreementId: '--agreement',
  accounts: '--accounts',
  tpp: '--tpp',
  seconds: 'DURATION',
  now: 'TIME',
};

/** Returns the hint for invalid arguments of an operator's act. */
function findArgumentsHint(messages: Messages): string | undefined {
  // One flag gives all elements of an array.
  const named = new Set(messages.flatMap(({ path = '' }) => ARGUMENTS[path.replace(/\[\d+\]$/, '')] ?? []));
  return named.size === 0 ? undefined : `Change ${[...named].join(', ')}.`;
}

const findMovingHint = createHintByCode({
  RESOURCE_UNKNOWN: 'Use the id printed by:\npsd2 payments create',
  CONFLICT: 'See its status:\npsd2 status {paymentId}',
});

const FAULTS = 'See which are set:\npsd2 sandbox fault list';
const findFaultHint = createHintByCode({ RESOURCE_UNKNOWN: FAULTS, CONFLICT: FAULTS });

/** Returns the hint for a consent of an unknown customer, or in an unknown agreement. */
function findRevocationHint(messages: Messages): string | undefined {
  const paths = messages.map(({ path }) => path);
  if (paths.includes('as')) return "Check --as. To see the bank's customers:\npsd2 sandbox customer list";
  return paths.includes('agreementId')
    ? 'Add --agreement. To see the agreements:\npsd2 sandbox agreement list'
    : undefined;
}

/** Returns the hint for an SCA that can't be played. */
const findScaHint: Hint<InputOf<'fail SCA'>> = (messages, input) =>
  findArgumentsHint(messages) ?? findPlayingHint(messages, input);

const findPlayingHint = createHintByCode({
  RESOURCE_UNKNOWN:
    'Use the id printed by one of these commands:\npsd2 payments create\npsd2 payments authorise\npsd2 basket create',
  CONFLICT:
    'If the payment or basket is RCVD, start a new SCA with payments authorise or basket authorise. To check its status:\npsd2 status {id}\npsd2 basket status {id}',
});

/** Returns the hint for a refused snapshot; the path's index is the record's line in the file. */
function findRestoreHint(messages: Messages): string | undefined {
  const places = messages.flatMap(({ path = '' }) => /^records\[(\d+)\]/.exec(path)?.[1] ?? []);
  const lines = [...new Set(places)].slice(0, 5).map((place) => String(Number(place) + 1));
  if (lines.length === 0) return undefined;
  const named = lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.join(', ')}`;
  return `Correct ${named} of the snapshot, or save a new one. Nothing was changed.`;
}

/** Formats the commands that list the valid values; `{name}` is replaced by a member of the operation's input. */
function listCommands(commands: readonly string[]): string {
  return ['See which exist:', ...commands.map((command) => `psd2 sandbox ${command}`)].join('\n');
}

/** Creates the hint for a resource that doesn't exist. */
function createUnknownHint(...commands: readonly string[]) {
  return createHintByCode({ RESOURCE_UNKNOWN: listCommands(commands) });
}

/** Creates the hint for a refused range of transactions. */
function createRangeHint(...commands: readonly string[]): Hint<Input> {
  return (messages, input) => {
    const flags = messages.flatMap(({ path }) => QUERY_FLAGS[path ?? ''] ?? []);
    return flags.length === 0
      ? createUnknownHint(...commands)(messages, input)
      : `Change ${flags.join(', ')}.`;
  };
}

/** The lists with the valid values of a member that refers to a resource. */
const NAMED: Readonly<Record<string, string>> = {
  customerNumber: 'customer list',
  owner: 'customer list',
  customer: 'customer list',
  bban: 'account list',
  iban: 'account list',
  'account.iban': 'account list',
};

/**
 * Creates the hint for refused sandbox data.
 * @param commands lists of the existing resources that the request refers to
 */
function createDataHint(form: SandboxForm, ...commands: readonly string[]): Hint<Input> {
  return (messages, input) => {
    const paths = messages.flatMap(({ path }) => path ?? []);
    if (paths.length === 0) return createUnknownHint(...commands)(messages, input);
    const changes = [...new Set(paths.flatMap((path) => listChanges(form, path, input)))];
    const known = paths.flatMap((path) => NAMED[path.replace(/^engagements\[\d+\]\./, '')] ?? []);
    return [
      `Change ${changes.join(', ')}.`,
      ...(messages.some(isOtherDebtor) ? [OTHER_DEBTOR] : []),
      // Either no resource has the name, or one has it already.
      ...((has(messages, 'RESOURCE_UNKNOWN') || has(messages, 'CONFLICT')) && known.length > 0
        ? [listCommands([...new Set(known)])]
        : []),
    ].join('\n');
  };
}

/** Lists the flags to change: the given ones, if any. */
function listChanges(form: SandboxForm, path: string, { isFile, given = {} }: Input): readonly string[] {
  const flags = isFile === true ? [] : listFlags(form, path);
  if (flags.length === 0) return [`${path} in the file`];
  const typed = flags.filter((flag) => flag.replace(/^--/, '') in (given as object));
  return typed.length === 0 ? flags : typed;
}

/**
 * Returns true if the refusal names the debtor account as another account of this sandbox.
 * @see D8-transaction-parties
 */
function isOtherDebtor({ path, text }: Messages[number]): boolean {
  return path?.endsWith('.debtorAccount') === true && /another account of this sandbox/.test(text ?? '');
}

const OTHER_DEBTOR =
  'If a sandbox account pays, add the transaction to that account with --out, or pay: psd2 payments create';

/** Returns the hint for an engagement that exists already, or for a fault of the body. */
const findEngagingHint: Hint<Input> = (messages, input, hasOperator) =>
  createHintByCode({ CONFLICT: listCommands(['agreement get {mockAgreementId}']) })(messages, input) ??
  createDataHint(FORMS.engagement, 'agreement list')(messages, input, hasOperator);

const account = createUnknownHint('account list');
const customer = createUnknownHint('customer list');
const card = createUnknownHint('card-account list');
const agreement = createUnknownHint('agreement list');
const engagement = createUnknownHint('agreement get {mockAgreementId}');
/** The hint for an unknown account whose payment right is revoked or restored. */
const right = createUnknownHint('account list', 'card-account list');

/** The hints by operation. */
export const OPERATOR_HINTS = {
  'approve SCA': findScaHint,
  'decline SCA': findScaHint,
  'abandon SCA': findScaHint,
  'expire SCA': findScaHint,
  'fail SCA': findScaHint,
  'revoke consent': findRevocationHint,
  'grant consent': (messages) => findRevocationHint(messages) ?? findArgumentsHint(messages),
  'hold payment': findMovingHint,
  'release payment': findMovingHint,
  'reject payment': findMovingHint,
  'settle payment': findMovingHint,
  'settle payment late': findMovingHint,
  'take payment right': right,
  'give payment right': right,
  'restore snapshot': findRestoreHint,
  /** A bank that isn't shared stores no keys of TPPs. */
  'release TPP': createHintByCode({
    RESOURCE_UNKNOWN:
      "Only a bank served beyond this machine keeps the keys of TPPs that called it. To see your TPP's identifier:\npsd2 cert inspect",
  }),
  'add fault': findFaultHint,
  'clear fault': findFaultHint,
  'advance clock': findArgumentsHint,
  'set clock': findArgumentsHint,
  'create sandbox customer': createDataHint(FORMS.customer),
  'read sandbox customer': customer,
  'delete sandbox customer': customer,
  'create sandbox account': createDataHint(FORMS.account),
  'read sandbox account': account,
  'delete sandbox account': account,
  'update sandbox account balances': createDataHint(FORMS.balance, 'account list'),
  'create sandbox account transactions': createDataHint(FORMS.transaction, 'account list'),
  'list sandbox account transactions': createRangeHint('account list'),
  'read sandbox account transaction': createUnknownHint('transactions list {mockAccountId}'),
  'create sandbox card account': createDataHint(FORMS.cardAccount),
  'read sandbox card account': card,
  'delete sandbox card account': card,
  'update sandbox card account balances': createDataHint(FORMS.balance, 'card-account list'),
  'create sandbox card account transactions': createDataHint(FORMS.cardTransaction, 'card-account list'),
  'list sandbox card account transactions': createRangeHint('card-account list'),
  'create sandbox agreement': createDataHint(FORMS.agreement),
  'read sandbox agreement': agreement,
  /** A private agreement can't be deleted on its own. @see D8-delete-agreement */
  'delete sandbox agreement': createHintByCode({
    CONFLICT: 'A private agreement is deleted with its customer:\npsd2 sandbox customer delete',
    RESOURCE_UNKNOWN: listCommands(['agreement list']),
  }),
  'create sandbox engagement': findEngagingHint,
  'read sandbox engagement': engagement,
  'delete sandbox engagement': engagement,
} satisfies Partial<Record<OperationName, Hint>>;
