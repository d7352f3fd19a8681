import type { At } from './app/at-bank.ts';
import type {
  CertificateAsked,
  CertificateInput,
  CertificateWanted,
  CheckedCertificate,
  CreatedCertificate,
  InspectedCertificate,
  LintedCertificate,
  ShownKeyIds,
} from './app/cert-shapes.ts';
import type {
  CapturedInput,
  ListedBreak,
  ShownComparison,
  ShownVerification,
  SignedShown,
  SignInput,
  VerifyOptionsGiven,
} from './app/signature-shapes.ts';
import type { CallMeta } from './client/call.ts';
import type { PaymentFields } from './client/payment-fields.ts';
import type { PaymentKind } from './client/payment-kind.ts';
import type { GivenFlags, Provenance } from './settings/precedence.ts';
import type { BankKind, SettingName, SettingValues } from './settings/setting-table.ts';
import type { Surroundings } from './settings/surroundings.ts';
import type { AuthorisationStarted, CancellationPending } from './wire/authorisation.ts';
import type { FeeInformation } from './wire/instant-payment.ts';
import type { BankClock, BatchRun, ScaPlayed } from './wire/operator.ts';
import type { PaymentCreated, PaymentStatus } from './wire/payment.ts';
import type { SandboxAccount, SandboxWorld } from './wire/sandbox.ts';
import type { BasketCreated, BasketRead, BasketStatus } from './wire/signing-basket.ts';

/** The program behind the commands; each function is one command. */
export interface App {
  /** The profile in force and where each of its values comes from. Makes nothing. */
  profileShow(given: GivenFlags): Promise<ShownProfile>;
  createPayment(input: PaymentInput, psu: PsuChoice, sca: ScaChoice): Promise<CreatedPayment>;
  /** The body that createPayment would send. */
  paymentBody(input: PaymentInput, psu: PsuChoice): Promise<Uint8Array>;
  /** What is wrong with the fields that are given, in words; undefined when nothing is. */
  fieldFault(kind: PaymentKind | 'fees', fields: PaymentFields): Promise<string | undefined>;
  paymentFees(input: FeesInput, psu: PsuChoice): Promise<ShownFees>;
  readPayment(payment: PaymentAsked, psu: PsuChoice): Promise<ReadPayment>;
  readPaymentStatus(payment: PaymentAsked, psu: PsuChoice): Promise<PaymentStatusShown>;
  /** Follows a payment until its status is final, and tells of each status as it comes. */
  watchPayment(
    payment: PaymentAsked,
    psu: PsuChoice,
    onChange: (text: string) => void,
  ): Promise<PaymentStatusShown>;
  /** Starts a new authorisation of a payment that waits for its PSU. */
  authorisePayment(payment: PaymentAsked, psu: PsuChoice, sca: ScaChoice): Promise<AuthorisedPayment>;
  /** Cancels at once, or starts the authorisation that the cancellation needs. */
  cancelPayment(payment: PaymentAsked, psu: PsuChoice, sca: ScaChoice): Promise<CancelledPayment>;
  createBasket(paymentIds: readonly string[], psu: PsuChoice): Promise<CreatedBasket>;
  /** Starts the one SCA of a basket's payments. */
  authoriseBasket(basketId: string, psu: PsuChoice, sca: ScaChoice): Promise<AuthorisedBasket>;
  readBasket(basketId: string, psu: PsuChoice): Promise<ReadBasket>;
  readBasketStatus(basketId: string, psu: PsuChoice): Promise<ShownBasketStatus>;
  deleteBasket(basketId: string, psu: PsuChoice): Promise<DeletedBasket>;
  /** Plays the PSU, or what happens to an SCA. */
  playSca(act: ScaActName, id: string, player: ScaPlayer, given: GivenFlags): Promise<PlayedSca>;
  initialiseSandbox(given: GivenFlags): Promise<InitialisedSandbox>;
  sandboxAccounts(given: GivenFlags): Promise<ListedAccounts>;
  runBatch(given: GivenFlags): Promise<RanBatch>;
  clock(act: ClockAct, given: GivenFlags): Promise<ShownClock>;
  createCertificate(input: CertificateInput, given: GivenFlags): Promise<CreatedCertificate>;
  inspectCertificate(asked: CertificateAsked, given: GivenFlags): Promise<InspectedCertificate>;
  lintCertificate(
    asked: CertificateAsked,
    wanted: CertificateWanted,
    given: GivenFlags,
  ): Promise<LintedCertificate>;
  /** Whether the certificate is valid for so many days more, and the key its own. */
  checkCertificate(asked: CertificateAsked, days: number, given: GivenFlags): Promise<CheckedCertificate>;
  keyIds(asked: CertificateAsked, given: GivenFlags): Promise<ShownKeyIds>;
  /** Signs a request and sends it nowhere. */
  signRequest(input: SignInput, given: GivenFlags): Promise<SignedShown>;
  /** The names of the faults that signRequest can make. */
  breaks(): Promise<{ readonly items: readonly ListedBreak[] }>;
  /** Explains the signature of a request. */
  verifyRequest(input: CapturedInput, given: VerifyOptionsGiven): Promise<ShownVerification>;
  /** A request that works beside one that does not. */
  compareRequests(
    inputs: readonly [CapturedInput, CapturedInput],
    given: VerifyOptionsGiven,
  ): Promise<ShownComparison>;
}

export interface PaymentInput {
  readonly kind: PaymentKind;
  readonly fields: PaymentFields;
  readonly file: Uint8Array | undefined;
  readonly example: boolean;
  readonly localChecks: boolean;
  readonly allowLogicalDuplicate: boolean;
}

/** What fees of an instant payment are asked for. */
export interface FeesInput {
  readonly fields: PaymentFields;
  readonly example: boolean;
}

/** Whom a command acts for, and the settings that its flags give. */
export interface PsuChoice {
  /** customerNumber. */
  readonly as: string | undefined;
  readonly context: 'PRIVATE' | 'CORPORATE' | undefined;
  /** Begins a new TPP-Session-ID. */
  readonly newSession: boolean;
  readonly settings: GivenFlags;
}

/** Who plays the PSU; what is absent is left to the bank. */
export interface ScaPlayer extends Pick<PsuChoice, 'as' | 'context'> {
  /** agreementId, in the corporate context. */
  readonly agreement: string | undefined;
}

/** What becomes of the SCA that a command starts. @see cli.md Commands, --sca */
export interface ScaChoice {
  readonly way: 'approve' | 'decline' | 'none';
  readonly agreement: string | undefined;
}

export type ScaActName = 'approve' | 'decline' | 'abandon' | 'expire' | 'fail';

/** A payment as a command line names it. */
export interface PaymentAsked {
  readonly paymentId: string;
  /** A kind, a product, or service/product; absent: the remembered one, else domestic. */
  readonly product: string | undefined;
}

export type ClockAct =
  | { readonly act: 'show' | 'reset' }
  /** In a writing of values/duration.ts. */
  | { readonly act: 'advance'; readonly duration: string }
  /** ISO 8601 with offset or Z. */
  | { readonly act: 'set'; readonly now: string };

/** What is said beside a resource. @see cli.md Behaviour */
export interface Meta {
  readonly _meta: CallMeta & { readonly profile: string };
}

/** An SCA that the bank confirmed. @see cli.md JSON shapes */
export interface ScaOutcome {
  readonly scaStatus: 'FINALISED';
  readonly psuId: string;
  readonly psuCorporateId?: string;
}

interface MetaWithSca {
  readonly _meta: Meta['_meta'] & { readonly sca?: ScaOutcome };
}

export type CreatedPayment = PaymentCreated & MetaWithSca;
export type PaymentStatusShown = PaymentStatus & Meta;
export type ReadPayment = Readonly<Record<string, unknown>> & Meta;
export type AuthorisedPayment = AuthorisationStarted & MetaWithSca;
/** Nothing beside `_meta` when the payment is cancelled at once. */
export type CancelledPayment = Partial<
  Pick<CancellationPending, 'transactionStatus'> & AuthorisationStarted
> &
  MetaWithSca;
export type ShownFees = FeeInformation & Meta;
export type CreatedBasket = BasketCreated & Meta;
export type AuthorisedBasket = AuthorisationStarted & MetaWithSca;
export type ReadBasket = BasketRead & Meta;
export type ShownBasketStatus = BasketStatus & Meta;
/** Nothing beside `_meta`. */
export type DeletedBasket = Meta;
export type PlayedSca = ScaPlayed & Meta;
export type InitialisedSandbox = SandboxWorld & Meta;
export type ListedAccounts = { readonly items: readonly SandboxAccount[] } & Meta;
export type RanBatch = BatchRun & Meta;
export type ShownClock = BankClock & Meta;

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

/** Who must know, when the command is interrupted, what was sent. @see safety.md §10 */
export interface UnderWay {
  readonly leaves: (operation: string, requestId: string) => void;
  readonly answered: (requestId: string, status: number) => void;
}

export interface Program {
  readonly surroundings: Surroundings;
  /** Told of every fault that is a bug of the embedded bank's, and of what could not be kept. */
  readonly onUnexpected: (fault: unknown) => void;
  /** Told what a person should know beside the result. */
  readonly notice: (text: string) => void;
  /** Told of each write that leaves, and of its answer. */
  readonly underWay: UnderWay;
  /** Asks the person for a secret, without echo; undefined when nobody is there. @see safety.md §8 */
  readonly askSecret: (message: string) => Promise<string | undefined>;
}

/** Each function loads what it needs when it is called. */
export function createApp(program: Program): App {
  const at: At = async (...asked) => (await import('./app/at-bank.ts')).atBank(program, ...asked);
  const { surroundings } = program;
  return {
    profileShow: async (given) => (await import('./app/profile.ts')).showProfile(surroundings, given),
    paymentBody: async (...asked) => (await import('./app/create-payment.ts')).bodyOf(at, ...asked),
    fieldFault: async (...asked) => (await import('./app/payment-input.ts')).faultOf(...asked),
    paymentFees: async (...asked) => (await import('./app/ask-fees.ts')).askFees(at, ...asked),
    createPayment: async (...asked) => (await import('./app/create-payment.ts')).create(at, ...asked),
    readPayment: async (...asked) => (await import('./app/read-payment.ts')).read(at, ...asked),
    readPaymentStatus: async (...asked) => (await import('./app/read-payment.ts')).readStatus(at, ...asked),
    watchPayment: async (...asked) => (await import('./app/watch-payment.ts')).watch(at, ...asked),
    authorisePayment: async (...asked) =>
      (await import('./app/authorise-payment.ts')).authorise(at, ...asked),
    cancelPayment: async (...asked) => (await import('./app/authorise-payment.ts')).cancel(at, ...asked),
    createBasket: async (...asked) => (await import('./app/baskets.ts')).create(at, ...asked),
    authoriseBasket: async (...asked) => (await import('./app/baskets.ts')).authorise(at, ...asked),
    readBasket: async (...asked) => (await import('./app/baskets.ts')).read(at, ...asked),
    readBasketStatus: async (...asked) => (await import('./app/baskets.ts')).readStatus(at, ...asked),
    deleteBasket: async (...asked) => (await import('./app/baskets.ts')).remove(at, ...asked),
    playSca: async (...asked) => (await import('./app/play-sca.ts')).playNamed(at, ...asked),
    initialiseSandbox: async (given) => (await import('./app/sandbox.ts')).initialise(at, given),
    sandboxAccounts: async (given) => (await import('./app/sandbox.ts')).accounts(at, given),
    runBatch: async (given) => (await import('./app/sandbox.ts')).runBatchNow(at, given),
    clock: async (act, given) => (await import('./app/sandbox.ts')).clockAct(at, act, given),
    createCertificate: async (...asked) =>
      (await import('./app/cert-create.ts')).createCertificate(program, ...asked),
    inspectCertificate: async (...asked) =>
      (await import('./app/cert-look.ts')).inspectCertificate(program, ...asked),
    lintCertificate: async (...asked) => (await import('./app/cert-look.ts')).lintFile(program, ...asked),
    checkCertificate: async (...asked) =>
      (await import('./app/cert-look.ts')).checkCertificate(program, ...asked),
    keyIds: async (...asked) => (await import('./app/cert-look.ts')).showKeyIds(program, ...asked),
    signRequest: async (...asked) => (await import('./app/sign-request.ts')).signRequest(program, ...asked),
    breaks: async () => (await import('./app/sign-request.ts')).listBreaks(),
    verifyRequest: async (...asked) =>
      (await import('./app/verify-request.ts')).verifyRequest(program, ...asked),
    compareRequests: async (...asked) =>
      (await import('./app/verify-request.ts')).compareRequests(program, ...asked),
  };
}
