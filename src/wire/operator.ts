import * as z from 'zod/mini';
import { parseInstant } from '../values/instant.ts';
import { faultNames, isFaultName, listStatuses } from './faults.ts';
import { array, createKindError, integer, object, rule, stringThat, text } from './field.ts';

const ID_LIMIT = 100;

/** An organizationIdentifier may be long. */
const TPP_LIMIT = 500;

/** More than any customer of a sandbox has. */
const MOST_ACCOUNTS = 10_000;

/** Creates the schema of a PSU's accounts and cards: "all", or their ids. @see D15-directly */
function accountsAsked() {
  const ids = array(text(ID_LIMIT), { max: MOST_ACCOUNTS });
  return z.union([z.literal('all'), ids], createKindError('"all" or an array of ids'));
}

/**
 * The body with which the operator acts as the PSU. The bank chooses absent members: the PSU of the headers, else the
 * owner of the debtor account, in the PRIVATE context.
 * @see D11-play-sca
 */
export const scaAct = object({
  /** customerNumber. */
  as: z.optional(text(ID_LIMIT)),
  context: z.optional(
    stringThat((value) => value === 'PRIVATE' || value === 'CORPORATE', 'PRIVATE or CORPORATE'),
  ),
  agreementId: z.optional(text(ID_LIMIT)),
  /** Accounts and cards of a consent; absent: those granted, or all if there is none. */
  accounts: z.optional(accountsAsked()),
});

export type ScaAct = z.infer<typeof scaAct>;

const consent = {
  /** customerNumber of the PSU. */
  as: text(ID_LIMIT),
  /** The agreement of the context; absent: the PSU's own context. */
  agreementId: z.optional(text(ID_LIMIT)),
};

/** A consent that a PSU gives directly at the bank. @see D15-directly */
export const consentGrant = object({
  ...consent,
  accounts: accountsAsked(),
  /** The TPP's identity: its organizationIdentifier, or `key:` and the SHA-256 of its key. */
  tpp: text(TPP_LIMIT),
});

export type ConsentGrant = z.infer<typeof consentGrant>;

/** A consent that a PSU withdraws directly at the bank. @see D15-directly */
export const consentRevocation = object({
  ...consent,
  /** Absent: every TPP. */
  tpp: z.optional(text(TPP_LIMIT)),
});

export type ConsentRevocation = z.infer<typeof consentRevocation>;

const LONGEST_STEP_SECONDS = 400 * 86_400;

/** An advance of the bank's clock. @see S6-clock-limits */
export const clockAdvance = object({
  seconds: z
    .number(createKindError('a number'))
    .check(
      z.refine(
        (value) => Number.isInteger(value) && value >= 1 && value <= LONGEST_STEP_SECONDS,
        'must be a whole number from 1 to 34560000 (400 days)',
      ),
    ),
});

/** The new time of the bank's clock. @see S6-clock-limits */
export const clockSet = object({
  now: stringThat(
    (value) => isInCentury(parseInstant(value)),
    'a date-time of ISO 8601 with offset or Z, from 2000 to 2099: 2026-11-21T09:30:00+01:00',
  ),
});

function isInCentury(instant: number | undefined): boolean {
  return instant !== undefined && instant >= Date.UTC(2000, 0) && instant < Date.UTC(2100, 0);
}

/** The world of one TPP. @see S11-worlds */
export interface ListedWorld {
  /** Its organizationIdentifier, or `key:` and the SHA-256 of its key. */
  readonly identity: string;
  /** The world's name in the request log. */
  readonly world: string;
  /** The times of creation and last use, ISO 8601 in UTC. */
  readonly createdAt: string;
  readonly lastUsedAt: string;
}

const MOST_CALLS = 1_000_000;
/** A served bank closes a connection that is idle for 60 s. */
const LONGEST_LATENCY_MS = 50_000;
const OPERATION_LIMIT = 100;

/** The body that sets a fault; the table of faults defines the operations to which it applies. @see D11-faults */
export const faultToAdd = object({
  fault: stringThat(isFaultName, `one of ${faultNames.join(', ')}`),
  operation: z.optional(text(OPERATION_LIMIT)),
  call: z.optional(integer(1, MOST_CALLS)),
  status: z.optional(integer(400, 599)),
  milliseconds: z.optional(integer(1, LONGEST_LATENCY_MS)),
}).check(rule(checkDetails));

/** Checks the details of a fault. */
function checkDetails({ fault, status, milliseconds }: Partial<Record<string, unknown>>) {
  if (typeof fault !== 'string' || !isFaultName(fault)) return undefined;
  if (fault === 'latency' && milliseconds === undefined)
    return { at: ['milliseconds'], text: 'is required with latency' };
  if (fault !== 'latency' && milliseconds !== undefined)
    return { at: ['milliseconds'], text: 'is only for latency' };
  const statuses = listStatuses(fault);
  if (typeof status !== 'number' || statuses.includes(status)) return undefined;
  const allowed =
    statuses.length === 0 ? 'is only for error codes' : `must be ${statuses.join(' or ')} with ${fault}`;
  return { at: ['status'], text: allowed };
}
