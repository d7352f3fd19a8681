import * as z from 'zod/mini';
import type { RunCalendar } from '../values/bank-calendar.ts';
import { parseInstant } from '../values/instant.ts';
import type { ScaStatus, TransactionStatus } from '../values/statuses.ts';
import type { TppMessage } from './errors.ts';
import { array, expected, object, stringThat, text } from './field.ts';

const ID_LIMIT = 100;

/** An organizationIdentifier may be long. */
const TPP_LIMIT = 500;

/** More than a customer of a sandbox has. */
const MOST_ACCOUNTS = 10_000;

/** Which accounts and cards of a PSU: "all", or their ids. @see D15-directly */
function accountsAsked() {
  const ids = array(text(ID_LIMIT), { max: MOST_ACCOUNTS });
  return z.union([z.literal('all'), ids], expected('"all" or an array of ids'));
}

/**
 * How the operator plays the PSU. What is absent is left to the bank: the PSU that the headers named, else the owner
 * of the debtor account, in the PRIVATE context.
 * @see D11-play-sca
 */
export const scaAct = object({
  /** customerNumber. */
  as: z.optional(text(ID_LIMIT)),
  context: z.optional(
    stringThat((value) => value === 'PRIVATE' || value === 'CORPORATE', 'PRIVATE or CORPORATE'),
  ),
  agreementId: z.optional(text(ID_LIMIT)),
  /** Of a consent: which accounts and cards; absent: those granted, and all where none is. */
  accounts: z.optional(accountsAsked()),
});

export type ScaAct = z.infer<typeof scaAct>;

const consent = {
  /** customerNumber of the PSU. */
  as: text(ID_LIMIT),
  /** In which they act; absent: for themselves. */
  agreementId: z.optional(text(ID_LIMIT)),
};

/** A consent that a PSU gives directly with the bank. @see D15-directly */
export const consentGrant = object({
  ...consent,
  accounts: accountsAsked(),
  /** The TPP's identity: its organizationIdentifier, or `key:` and the SHA-256 of its key. */
  tpp: text(TPP_LIMIT),
});

export type ConsentGrant = z.infer<typeof consentGrant>;

/** What is granted from now on. */
export interface ConsentGranted {
  readonly accounts: readonly string[];
}

/** A consent that a PSU takes back directly with the bank. @see D15-directly */
export const consentRevocation = object({
  ...consent,
  /** Absent: from every TPP. */
  tpp: z.optional(text(TPP_LIMIT)),
});

export type ConsentRevocation = z.infer<typeof consentRevocation>;

/** What came of a played SCA. @see D6-sca-status, D11-play-sca */
export interface ScaPlayed {
  readonly authorisationId: string;
  readonly scaStatus: ScaStatus;
  readonly paymentId?: string;
  readonly basketId?: string;
  /** Of a consent: ids of what is granted from now on, as the PSU's list has it. */
  readonly accounts?: readonly string[];
  /** Of the payment, or of the basket. */
  readonly transactionStatus?: TransactionStatus;
  /** Where the PSU is sent: the TPP-Redirect-URI with the parameters of success or failure. */
  readonly redirect?: string;
  readonly psuId?: string;
  readonly psuCorporateId?: string;
  readonly context?: string;
}

/** What a run of the batch did, in payments. @see C-batch-run */
export interface BatchRun {
  /** The date of the run, YYYY-MM-DD; in the sandbox a day on which the bank is closed, too. */
  readonly bankDay: string;
  readonly settled: number;
  /** On their way: cross-border, or settled late. */
  readonly sent: number;
  /** Payments that lack funds and are retried. */
  readonly waiting: number;
  readonly rejected: number;
  /** What the run failed to take: the operator looks at it. */
  readonly held: number;
}

/** The bank's clock: real time and an offset. @see D11-clock */
export interface BankClock {
  /** Oslo date-time with offset, to the second. */
  readonly now: string;
  readonly offsetSeconds: number;
  /** The days on which the batch runs; only where the clock is shown. @see D4-runs */
  readonly calendar?: RunCalendar;
  /** A WARNING when the clock went back, or has stood still since the machine's did. */
  readonly tppMessages?: readonly TppMessage[];
}

/** A payment that the operator has held, released, rejected or settled. @see D11-hold */
export interface PaymentMoved {
  readonly paymentId: string;
  readonly transactionStatus: TransactionStatus;
}

/** Whether payments can be made from an account. @see D6-consent, D11-payment-right */
export interface PaymentRight {
  readonly accountId: string;
  readonly paymentRight: boolean;
}

const LONGEST_STEP_SECONDS = 400 * 86_400;

/** How far the bank's clock goes forward. @see S6-clock-limits */
export const clockAdvance = object({
  seconds: z
    .number(expected('a number'))
    .check(
      z.refine(
        (value) => Number.isInteger(value) && value >= 1 && value <= LONGEST_STEP_SECONDS,
        'must be a whole number from 1 to 34560000 (400 days)',
      ),
    ),
});

/** What the bank's clock is set to. @see S6-clock-limits */
export const clockSet = object({
  now: stringThat(
    (value) => isInCentury(parseInstant(value)),
    'a date-time of ISO 8601 with offset or Z, from 2000 to 2099: 2026-11-21T09:30:00+01:00',
  ),
});

function isInCentury(instant: number | undefined): boolean {
  return instant !== undefined && instant >= Date.UTC(2000, 0) && instant < Date.UTC(2100, 0);
}

/** A TPP whose organizationIdentifier is anybody's again. @see S11-shared-world */
export interface ReleasedTpp {
  /** Its organizationIdentifier without the leading `PSD`. */
  readonly tppId: string;
}

/** The world of one TPP. @see S11-worlds */
export interface ListedWorld {
  /** Its organizationIdentifier, or `key:` and the SHA-256 of its key. */
  readonly identity: string;
  /** What the request log calls it. */
  readonly world: string;
  /** When it was founded and when it was used last, ISO 8601 in UTC. */
  readonly createdAt: string;
  readonly lastUsedAt: string;
}
