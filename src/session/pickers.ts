import { readBookedBalance } from '../accounts/view.ts';
import { createMissingInput } from '../cli/command-line.ts';
import type { DeclaredInputs, DeclaredValues, PickedKind } from '../cli/flags.ts';
import { formatAge, formatAmount, formatChange, type Money } from '../cli/format-values.ts';
import { askOne, askSeveral, type Choice } from '../cli/prompts.ts';
import { parseConsentFlags } from '../cli/psu-flags.ts';
import type { CallResult } from '../client/call.ts';
import type { Ledger } from '../client/ledger/ledger.ts';
import type { StartedEntry } from '../client/ledger/started-scas.ts';
import type { KnownSca, MadePayment } from '../client/ledger/types.ts';
import { getOperation } from '../client/operation.ts';
import { getTime } from '../clock.ts';
import { Fault } from '../errors.ts';
import { computeSum } from '../payments/body.ts';
import type { PsuCall } from '../sca/retry-after-sca.ts';
import { findHomeFolder } from '../settings/home.ts';
import { openSettings } from '../settings/precedence.ts';
import { isBuiltIn, type Profile } from '../settings/profile.ts';
import { readSettingsFile } from '../settings/settings-file.ts';
import { formatCount } from '../values/duration.ts';
import { SCA_OPEN_MS } from '../values/sca-times.ts';
import { isFinalStatus } from '../values/statuses.ts';
import { explainBankCode, getStatusWord, meaningOfStatus } from '../wire/explanations.ts';
import type { CommandContext } from './context.ts';
import { withLedger, withSession } from './with-session.ts';

/** A command line that lacks what it acts on. */
interface PickContext extends DeclaredValues {
  readonly context: CommandContext;
  readonly usualSca: 'browser' | 'none';
  /** True if the result goes to the person: then a default is picked too, while `$(psd2 status)` keeps it. */
  readonly picksDefaults: boolean;
}

/** A thing to pick. */
interface Row extends Choice {
  /** Flags that belong to it as well. */
  readonly also?: Readonly<Record<string, unknown>>;
}

/** One kind of things that a person picks. */
interface Picker {
  /** The noun of the question. */
  readonly noun: string;
  /** Lists them, newest first. */
  readonly list: (asked: PickContext, written: string) => Promise<readonly Row[]>;
  /** The sentence for an empty list, and the command that gets one. */
  readonly none: string;
  readonly next: string;
}

interface PickedInput {
  readonly picked: PickedKind;
  readonly required?: boolean;
  readonly multiple?: boolean;
}

/**
 * Asks for each missing input that declares a picker, and sets the picked values in `asked`. An optional input is asked
 * for only if there are several choices; otherwise the command's default stays.
 * @throws Fault INPUT_MISSING for an empty list, INTERRUPTED
 * @see C-picked
 */
export async function pickMissing(declared: DeclaredInputs, asked: PickContext): Promise<void> {
  for (const part of ['args', 'flags'] as const) {
    for (const [name, input] of Object.entries(declared[part] ?? {})) {
      if (!('picked' in input) || asked[part][name] !== undefined) continue;
      const written = part === 'args' ? name.toUpperCase() : `--${name}`;
      const { multiple } = input as PickedInput;
      const chosen = await pickRows(input as PickedInput, asked, written);
      if (chosen === undefined) continue;
      asked[part][name] = multiple ? chosen.map(({ value }) => value) : chosen[0]?.value;
      Object.assign(asked.flags, chosen[0]?.also);
    }
  }
}

/** Asks for the rows of one input. Returns undefined for an optional one that keeps its default. */
async function pickRows(
  { picked, required, multiple }: PickedInput,
  asked: PickContext,
  written: string,
): Promise<readonly Row[] | undefined> {
  if (required !== true && !asked.picksDefaults) return undefined;
  const { noun, none, next, list } = PICKERS[picked];
  const rows = await list(asked, written);
  if (required !== true && rows.length < 2) return undefined;
  if (rows.length === 0) {
    const details = { missing: [written], hint: next };
    throw new Fault('INPUT_MISSING', `Missing: ${written}. ${none}`, details);
  }
  // Rows of different things may share a value, so the answer is a position.
  const choices = rows.map((row, place) => ({ ...row, label: row.label ?? row.value, value: `${place}` }));
  const places = multiple
    ? await askSeveral(`Which ${noun}s?`, choices, false)
    : [await askOne(`Which ${noun}?`, choices)];
  return places.map((place) => rows[Number(place)] as Row);
}

/** Lists what the profile's state has; nothing before its first use. */
function createLedgerList<Item>(
  read: (ledger: Ledger) => Promise<readonly Item[]>,
  describe: (item: Item) => readonly Row[],
): Picker['list'] {
  return async ({ context, flags }) => {
    const profile = flags.profile as string | undefined;
    return ((await withLedger(context, { profile }, read)) ?? []).flatMap(describe);
  };
}

/** A payment or basket of the profile, as people know it. */
interface MadeResource extends Pick<MadePayment, 'amount' | 'transactionStatus' | 'at'> {
  readonly kind: 'payment' | 'basket';
  readonly id: string;
  readonly label: string;
  /** True for a payment that a basket can contain. */
  readonly isSingle: boolean;
  /** True for a payment that only the SCA of its basket authorises. */
  readonly isInBasket: boolean;
}

/** Lists the payments and baskets of the profile. */
async function listMade(ledger: Ledger): Promise<readonly MadeResource[]> {
  const payments = await ledger.madePayments();
  const baskets = await ledger.madeBaskets();
  const inBaskets = baskets.filter(isOpen).flatMap(({ paymentIds }) => paymentIds);
  return [
    ...payments.map(({ paymentId: id, creditorName, service, ...made }) => ({
      ...{ ...made, id, kind: 'payment' as const },
      label: creditorName ?? (service === 'bulk-payments' ? 'Bulk' : 'Payment'),
      isSingle: service === 'payments',
      isInBasket: inBaskets.includes(id),
    })),
    ...baskets.map(({ basketId: id, paymentIds, ...made }) => ({
      ...{ ...made, id, kind: 'basket' as const, isSingle: false, isInBasket: false },
      label: formatCount(paymentIds.length, 'payment'),
      amount: computeSum(
        payments
          .filter(({ paymentId }) => paymentIds.includes(paymentId))
          .map(({ amount: instructedAmount }) => ({ instructedAmount })),
      ),
    })),
  ];
}

/** Creates the picker of the meant payments or baskets. @param none the sentence if there are none */
function createMadePicker(
  kind: MadeResource['kind'],
  none: string,
  isMeant: (made: MadeResource) => boolean = () => true,
): Picker {
  const list = createLedgerList(listMade, (made) => {
    if (made.kind !== kind || !isMeant(made)) return [];
    const { id, label, amount, transactionStatus: code = '', at } = made;
    const about = [formatMoney(amount), getStatusWord(code) ?? code, formatAge(at, getTime())];
    return [{ value: id, label, about, detail: id }];
  });
  const command = kind === 'payment' ? 'payments create' : 'basket create';
  return { noun: kind, list, none, next: `Create one:\npsd2 ${command}` };
}

function formatMoney(money: Money | undefined): string {
  return money === undefined ? '' : formatAmount(money, true);
}

type WithStatus = Pick<MadePayment, 'transactionStatus'>;

function isOpen({ transactionStatus = '' }: WithStatus): boolean {
  return !isFinalStatus(transactionStatus);
}

function isWaiting({ transactionStatus = 'RCVD' }: WithStatus): boolean {
  return transactionStatus === 'RCVD';
}

const IS_WAITING = 'of this profile is waiting for its PSU.';

function isWaitingAlone(made: MadeResource): boolean {
  return isWaiting(made) && !made.isInBasket;
}

/** Lists the SCAs that a PSU can still complete, as far as the profile knows. */
const listScas = createLedgerList(
  async (ledger) => {
    const made = new Map((await listMade(ledger)).map((one) => [one.id, one]));
    const started = await ledger.started(getTime());
    const isLatest = ({ kind, id }: StartedEntry, place: number) =>
      id === undefined || started.findIndex((one) => one.kind === kind && one.id === id) === place;
    return started
      .filter((sca, place) => getTime() - sca.at < SCA_OPEN_MS && isLatest(sca, place))
      .map((sca) => ({ sca, of: made.get(sca.id ?? '') }));
  },
  ({ sca: { kind, id, authorisationId, customerNumber, at }, of }) => {
    const value = authorisationId ?? id;
    const isOver = of && (kind === 'cancellation' ? !isOpen(of) : !isWaitingAlone(of));
    if (value === undefined || isOver === true) return [];
    const whose = of?.label ?? (customerNumber === undefined ? '' : `customer ${customerNumber}`);
    const label = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    const about = [whose, formatMoney(of?.amount), formatAge(at, getTime())];
    return [{ value, label, about, detail: id ?? value }];
  },
);

function describePsu({ psuId, customerNumber, context, psuCorporateId, scaAt }: KnownSca): Row {
  const whose = customerNumber === undefined ? `PSU ${psuId}` : `Customer ${customerNumber}`;
  const about = [context, `SCA ${formatAge(scaAt, getTime())}`];
  return { value: psuId, label: whose, about, detail: psuCorporateId ?? psuId };
}

/**
 * Returns the context of a request for a list. A HAR file has only the command's own requests.
 * @throws Fault INPUT_MISSING with `--dry-run` and `--curl`, which send nothing
 */
function createListContext({ context }: PickContext, written: string): CommandContext {
  const { exchange } = context;
  if (exchange?.sendsNothing === true) throw createMissingInput([written]);
  return exchange === undefined ? context : { ...context, exchange: { ...exchange, har: undefined } };
}

/** Lists resources of account information, which may need an SCA. */
function createBankList<Resource extends object>(
  read: (as: PsuCall, args: DeclaredValues['args']) => Promise<CallResult<Resource>>,
  describe: (resource: Resource) => readonly Row[],
): Picker['list'] {
  return async (asked, written) => {
    const context = createListContext(asked, written);
    const { readInformation } = await import('../accounts/read.ts');
    const choice = parseConsentFlags(asked.flags, asked.usualSca);
    const how = { kind: 'consent', isList: true } as const;
    return describe(await readInformation(context, choice, (as) => read(as, asked.args), how));
  };
}

const NO_CONSENT = {
  none: "The PSU hasn't consented to any.",
  next: 'Ask for a new choice:\npsd2 consent grant',
};

function createProfilePicker(none: string, isMeant: (profile: Profile) => boolean): Picker {
  return {
    noun: 'profile',
    list: async ({ context: { surroundings } }) => {
      const inUse = openSettings(surroundings).profile.name;
      const { profiles } = readSettingsFile(findHomeFolder(surroundings), surroundings.uid);
      return profiles.filter(isMeant).map((profile) => {
        const where = profile.bank === 'embedded' ? 'in this program' : profile.remote.baseUrl;
        return { value: profile.name, about: [profile.bank, profile.name === inUse ? 'in use' : '', where] };
      });
    },
    none,
    next: 'Add one:\npsd2 profile add NAME',
  };
}

/** Describes a fault by what the bank then does. */
function describeFault(name: string): string {
  const status = meaningOfStatus(name);
  if (status !== undefined) return name === 'PDNG' ? `payments are ${status}` : `SCAs start as: ${status}`;
  return CONDITIONS[name] ?? explainBankCode(name)?.means ?? '';
}

const USUAL_LATENCY_MS = 2000;

const CONDITIONS: Readonly<Record<string, string>> = {
  latency: `answers are ${USUAL_LATENCY_MS} ms late, or by --milliseconds`,
  'dropped-before-commit': 'nothing is done, and the connection closes',
  'dropped-after-commit': 'it is done, but the connection closes',
  'no-funds': 'new payments have no funds',
  'terse-errors': 'errors have only their code',
};

/** Every kind of things that commands act on, and how a person picks one. @see C-picked */
const PICKERS: Readonly<Record<PickedKind, Picker>> = {
  payment: createMadePicker('payment', "This profile hasn't created any payments yet."),
  openPayment: createMadePicker('payment', 'This profile has no payment that could still change.', isOpen),
  waitingPayment: createMadePicker('payment', `No payment ${IS_WAITING}`, isWaitingAlone),
  basketPayment: createMadePicker(
    'payment',
    `No single payment ${IS_WAITING}`,
    (made) => made.isSingle && isWaitingAlone(made),
  ),
  basket: createMadePicker('basket', "This profile hasn't created any baskets yet."),
  waitingBasket: createMadePicker('basket', `No basket ${IS_WAITING}`, isWaiting),
  pendingRequest: {
    noun: 'request',
    list: createLedgerList(
      (ledger) => ledger.open(getTime()),
      ({ requestId, operation, at, request }) =>
        request === undefined
          ? []
          : [{ value: requestId, label: operation, about: [formatAge(at, getTime())], detail: requestId }],
    ),
    none: 'This profile has no request whose answer was lost.',
    next: 'See its payments:\npsd2 payments list',
  },
  sca: {
    noun: 'SCA',
    list: listScas,
    none: `No SCA ${IS_WAITING}`,
    next: 'Start one:\npsd2 payments create --sca none\npsd2 payments authorise --sca none',
  },
  account: {
    noun: 'account',
    list: createBankList(
      (as) => as.call(getOperation('list accounts'), { withBalance: true }),
      ({ accounts }) =>
        accounts.map(({ resourceId, bban, iban, name = '', ownerName = '', balances }) => ({
          value: resourceId,
          label: bban ?? iban ?? resourceId,
          about: [name, ownerName, formatMoney(readBookedBalance(balances))],
        })),
    ),
    ...NO_CONSENT,
  },
  card: {
    noun: 'card account',
    list: createBankList(
      (as) => as.call(getOperation('list card accounts'), { withBalance: true }),
      ({ cardAccounts }) =>
        cardAccounts.map(({ resourceId, maskedPan, name = '', balances }) => ({
          value: resourceId,
          label: maskedPan,
          about: [name, formatMoney(readBookedBalance(balances))],
        })),
    ),
    ...NO_CONSENT,
  },
  transaction: {
    noun: 'transaction',
    list: createBankList(
      async (as, { account }) => {
        const { ACCOUNTS, findAccountId } = await import('../accounts/read.ts');
        const accountId = await findAccountId(as, ACCOUNTS, `${account}`);
        return as.call(getOperation('list account transactions'), { accountId, bookingStatus: 'both' });
      },
      ({ transactions: { booked = [], pending = [] } }) =>
        [...pending, ...booked].flatMap((one) => {
          const { transactionId, bookingDate = 'pending', transactionAmount, creditorName, debtorName } = one;
          const text = one.remittanceInformationUnstructured ?? '';
          const other = creditorName ?? debtorName ?? '';
          if (transactionId === undefined) return [];
          const about = [formatChange(transactionAmount), other, text];
          return [{ value: transactionId, label: bookingDate, about, detail: transactionId }];
        }),
    ),
    none: 'The account has no transactions.',
    next: 'Add one in a sandbox:\npsd2 sandbox transactions add',
  },
  consent: {
    noun: 'consent',
    list: async (asked) => {
      const listed = await createLedgerList(
        (ledger) => ledger.consents(),
        (known) => {
          const { customerNumber, psuCorporateId: agreement } = known;
          if (customerNumber === undefined) return [];
          return [{ ...describePsu(known), value: customerNumber, also: { agreement } }];
        },
      )(asked, '');
      const { agreement } = asked.flags;
      return listed.filter(({ also }) => agreement === undefined || also?.agreement === agreement);
    },
    none: "This profile doesn't know of any consent.",
    next: 'Ask a PSU for one:\npsd2 consent grant',
  },
  psu: {
    noun: 'PSU',
    list: createLedgerList(
      (ledger) => ledger.known(),
      (known) => [describePsu(known)],
    ),
    none: "This profile doesn't know any PSU yet.",
    next: 'It remembers everyone who completes an SCA:\npsd2 consent grant',
  },
  profile: createProfilePicker('There are no profiles.', () => true),
  addedProfile: createProfilePicker(
    'There is no profile that can be removed.',
    ({ name }) => !isBuiltIn(name),
  ),
  snapshot: {
    noun: 'snapshot',
    list: async ({ context: { surroundings }, flags }) => {
      const { listSnapshotFiles } = await import('../sandbox/snapshot-folder.ts');
      const files = listSnapshotFiles(
        openSettings(surroundings, { profile: flags.profile as string | undefined }),
      );
      const newest = [...files].sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
      return newest.map(({ name: value, savedAt, bytes }) => ({
        value,
        about: [formatAge(Date.parse(savedAt), getTime()), `${bytes} bytes`],
      }));
    },
    none: 'There are no snapshots.',
    next: 'Save one:\npsd2 sandbox snapshot save NAME',
  },
  fault: {
    noun: 'fault',
    list: async ({ flags }) => {
      const { faultNames } = await import('../wire/faults.ts');
      const isCode = (name: string) => explainBankCode(name) !== undefined;
      // The bank's error codes are many, and the other faults are used most.
      const ordered = [...faultNames].sort((a, b) => Number(isCode(a)) - Number(isCode(b)));
      return ordered.map((value) => ({
        value,
        about: [describeFault(value)],
        ...(value === 'latency' ? { also: { milliseconds: flags.milliseconds ?? USUAL_LATENCY_MS } } : {}),
      }));
    },
    none: 'There are no faults.',
    next: 'See what a fault does:\npsd2 sandbox fault add --help',
  },
  customer: {
    noun: 'customer',
    list: async (asked, written) => {
      const context = createListContext(asked, written);
      const { listChoices, SANDBOX_DATA } = await import('../sandbox/resource.ts');
      const { CUSTOMERS } = await import('../sandbox/resources.ts');
      const profile = asked.flags.profile as string | undefined;
      return withSession(
        context,
        { profile },
        ({ session }) => listChoices(session, CUSTOMERS),
        SANDBOX_DATA,
      );
    },
    none: 'The sandbox has no customers.',
    next: 'Create one:\npsd2 sandbox customer create',
  },
};
