import type { CallMeta } from './client/call.ts';
import type { DomesticFields } from './client/domestic-fields.ts';
import type { PaymentReference } from './client/read-payment.ts';
import type { Session } from './embedded.ts';
import type { GivenFlags, Provenance } from './settings/precedence.ts';
import type { BankKind, SettingName, SettingValues } from './settings/setting-table.ts';
import type { Surroundings } from './settings/surroundings.ts';
import type { PaymentCreated, PaymentStatus } from './wire/payment.ts';
import type { SandboxWorld } from './wire/sandbox.ts';

/** The program behind the commands; each function is one command. */
export interface App {
  /** The profile in force and where each of its values comes from. Makes nothing. */
  profileShow(given: GivenFlags): Promise<ShownProfile>;
  createPayment(input: DomesticInput, psu: PsuChoice): Promise<CreatedPayment>;
  /** The body that createPayment would send. */
  paymentBody(input: DomesticInput, psu: PsuChoice): Promise<Uint8Array>;
  /** What is wrong with the fields that are given, in words; undefined when nothing is. */
  fieldFault(fields: DomesticFields): Promise<string | undefined>;
  readPayment(payment: PaymentReference, psu: PsuChoice): Promise<ReadPayment>;
  readPaymentStatus(payment: PaymentReference, psu: PsuChoice): Promise<PaymentStatusShown>;
  initialiseSandbox(given: GivenFlags): Promise<InitialisedSandbox>;
}

export interface DomesticInput {
  readonly fields: DomesticFields;
  readonly file: Uint8Array | undefined;
  readonly example: boolean;
  readonly localChecks: boolean;
  readonly allowLogicalDuplicate: boolean;
}

/** Whom a command acts for, and the settings that its flags give. */
export interface PsuChoice {
  /** customerNumber, for X-PSU-IDENTITY. */
  readonly as: string | undefined;
  readonly context: 'PRIVATE' | 'CORPORATE' | undefined;
  readonly settings: GivenFlags;
}

/** What is said beside a resource. @see cli.md Behaviour */
export interface Meta {
  readonly _meta: CallMeta & { readonly profile: string };
}

export type CreatedPayment = PaymentCreated & Meta;
export type PaymentStatusShown = PaymentStatus & Meta;
export type ReadPayment = Readonly<Record<string, unknown>> & Meta;
export type InitialisedSandbox = SandboxWorld & Meta;

interface ShownFile {
  readonly path: string;
  /** Whether it is there already; a key and its certificate are made at first use. */
  readonly made: boolean;
}

export interface ShownProfile {
  readonly name: Provenance & { readonly value: string };
  readonly bank: BankKind;
  /** The folder of all settings, keys and stores. */
  readonly home: string;
  readonly store: ShownFile;
  readonly key: ShownFile;
  readonly certificate: ShownFile;
  readonly settings: Readonly<
    Record<SettingName, Provenance & { readonly value: SettingValues[SettingName] | null }>
  >;
}

/** @param onUnexpected told of every fault that is a bug of the embedded bank's */
export function createApp(surroundings: Surroundings, onUnexpected: (fault: unknown) => void): App {
  const at = <T>(given: GivenFlags, act: (there: AtBank) => Promise<T>) =>
    atBank(surroundings, onUnexpected, given, act);
  return {
    profileShow: (given) => showProfile(surroundings, given),
    paymentBody: async (input, psu) => {
      if (!input.example) return prepare(input);
      await checkGiven(input);
      return at(psu.settings, ({ session }) => prepare(input, session));
    },
    createPayment: async (input, psu) => {
      // What is wrong with what was given is said before anything is opened or made.
      const prepared = input.example ? await checkGiven(input) : await prepare(input);
      return at(psu.settings, async ({ session, withMeta }) => {
        const body = prepared ?? (await prepare(input, session));
        return withMeta(await createDomestic(session, body, input, psu));
      });
    },
    fieldFault: (fields) => faultOf(fields),
    readPayment: async (payment, psu) => {
      const { readPayment } = await import('./client/read-payment.ts');
      return at(psu.settings, async ({ session, withMeta }) =>
        withMeta(await session.call(readPayment, payment, psuOfRead(psu))),
      );
    },
    readPaymentStatus: async (payment, psu) => {
      const { readPaymentStatus } = await import('./client/read-payment.ts');
      return at(psu.settings, async ({ session, withMeta }) =>
        withMeta(await session.call(readPaymentStatus, payment, psuOfRead(psu))),
      );
    },
    initialiseSandbox: async (given) => {
      const { initialiseSandbox } = await import('./client/sandbox.ts');
      return at(given, async ({ session, withMeta }) =>
        withMeta(await session.call(initialiseSandbox, undefined)),
      );
    },
  };
}

async function createDomestic(session: Session, body: Uint8Array, input: DomesticInput, psu: PsuChoice) {
  const [{ createPayment }, { DOMESTIC }] = await Promise.all([
    import('./client/create-payment.ts'),
    import('./wire/products.ts'),
  ]);
  const { allowLogicalDuplicate } = input;
  return session.call(createPayment, { product: DOMESTIC, body, allowLogicalDuplicate }, psuOfCreation(psu));
}

async function faultOf(fields: DomesticFields): Promise<string | undefined> {
  const [{ checkGivenFields }, { Fault }] = await Promise.all([
    import('./client/prepare-domestic.ts'),
    import('./errors.ts'),
  ]);
  try {
    checkGivenFields({ fields });
    return undefined;
  } catch (fault) {
    if (fault instanceof Fault) return fault.message;
    throw fault;
  }
}

interface AtBank {
  readonly session: Session;
  readonly withMeta: <T extends object>(called: { resource: T; meta: CallMeta }) => T & Meta;
}

/** Opens the profile's bank, does one thing there, closes it whatever happened. */
async function atBank<T>(
  surroundings: Surroundings,
  onUnexpected: (fault: unknown) => void,
  given: GivenFlags,
  act: (there: AtBank) => Promise<T>,
): Promise<T> {
  const [{ openSettings }, { openEmbedded }, { Fault }] = await Promise.all([
    import('./settings/open-settings.ts'),
    import('./embedded.ts'),
    import('./errors.ts'),
  ]);
  const settings = openSettings(surroundings, given);
  const { name, bank } = settings.profile;
  if (bank !== 'embedded') {
    throw new Fault(
      'USAGE',
      `Profile ${name} names a remote bank; this version has the embedded one alone.`,
      {
        hint: 'Use --profile offline.',
      },
    );
  }
  const session = await openEmbedded(settings, surroundings, onUnexpected);
  try {
    return await act({
      session,
      withMeta: ({ resource, meta }) => ({ ...resource, _meta: { ...meta, profile: name } }),
    });
  } finally {
    await session.close();
  }
}

/** The bytes of a payment's body; an example is filled from the accounts that the bank has. */
async function prepare(input: DomesticInput, session?: Session): Promise<Uint8Array> {
  const { prepareDomestic } = await import('./client/prepare-domestic.ts');
  const { fields, file, localChecks } = input;
  return prepareDomestic({ fields, file, localChecks, example: session && (await exampleSource(session)) });
}

/** What is given beside an example. */
async function checkGiven({ fields, file, localChecks }: DomesticInput): Promise<undefined> {
  const { checkGivenFields } = await import('./client/prepare-domestic.ts');
  if (localChecks) checkGivenFields({ fields, file });
}

async function exampleSource(session: Session) {
  const [{ listSandboxAccounts, listSandboxCustomers }, { randomBytes }] = await Promise.all([
    import('./client/sandbox.ts'),
    import('node:crypto'),
  ]);
  const { resource: customers } = await session.call(listSandboxCustomers, undefined);
  const { resource: accounts } = await session.call(listSandboxAccounts, undefined);
  return { customers, accounts, nonce: randomBytes(4).toString('hex') };
}

/** A PSU that is not known yet is named by its context alone. @see cli.md Sent by default */
function psuOfCreation({ as, context }: PsuChoice) {
  if (as !== undefined) return context === undefined ? { identity: as } : { identity: as, context };
  return { context: context ?? ('PRIVATE' as const) };
}

function psuOfRead({ as }: PsuChoice) {
  return as === undefined ? {} : { identity: as };
}

async function showProfile(surroundings: Surroundings, given: GivenFlags): Promise<ShownProfile> {
  const [{ existsSync }, { join }, { openSettings }, { IDENTITY_FILES }] = await Promise.all([
    import('node:fs'),
    import('node:path'),
    import('./settings/open-settings.ts'),
    import('./settings/identity.ts'),
  ]);
  const { profile, values, origins, home, places } = openSettings(surroundings, given);
  const file = (path: string): ShownFile => ({ path, made: existsSync(path) });
  const settings = Object.entries(values).map(([name, value]) => [
    name,
    { value: value ?? null, ...origins[name as SettingName] },
  ]);
  return {
    name: { value: profile.name, ...origins.profile },
    bank: profile.bank,
    home,
    store: file(places.store),
    key: file(join(places.keys, IDENTITY_FILES.key)),
    certificate: file(join(places.keys, IDENTITY_FILES.certificate)),
    settings: Object.fromEntries(settings),
  };
}
