import type { KnownSca } from '../client/ledger/types.ts';
import { clock } from '../clock.ts';
import { Fault } from '../errors.ts';
import { type CommandContext, confirmDeletion } from '../session/context.ts';
import { withLedger } from '../session/with-session.ts';
import type { GivenFlags } from '../settings/precedence.ts';
import { RENEWED_FOR_MS } from '../values/renewal.ts';

/** What a profile remembers of a consent. @see C-consent-show */
export interface KnownConsent {
  readonly psuId: string;
  readonly context: 'PRIVATE' | 'CORPORATE';
  readonly psuCorporateId?: string;
  readonly customerNumber?: string;
  /** ISO 8601, by the bank's clock. */
  readonly scaAt: string;
  readonly validUntil: string;
  /** Whole minutes in which lists can be read without another SCA. */
  readonly sessionMinutesLeft: number;
}

export interface KnownSession extends KnownConsent {
  readonly tppSessionId?: string;
}

export interface ForgottenPsu {
  readonly psuId: string;
}

export interface Consents {
  readonly items: readonly KnownConsent[];
}

export interface Sessions {
  readonly items: readonly KnownSession[];
}

/** What was consented to, as far as this profile has seen it: nothing is asked of the bank. @see C-consent-show */
export async function showConsents(context: CommandContext, given: GivenFlags): Promise<Consents> {
  const known = await withLedger(context, given, (ledger) => ledger.consents());
  return { items: (known ?? []).map(consentOf) };
}

/** Every PSU of the profile with its TPP-Session-ID. @see C-session-list */
export async function listSessions(context: CommandContext, given: GivenFlags): Promise<Sessions> {
  const known = await withLedger(context, given, (ledger) => ledger.known());
  return { items: (known ?? []).map(sessionOf) };
}

/** @param name psu-id, customer number or TPP-Session-ID; absent: the PSU of the last SCA */
export async function showSession(
  context: CommandContext,
  name: string | undefined,
  given: GivenFlags,
): Promise<KnownSession> {
  const known = (await withLedger(context, given, (ledger) => ledger.known())) ?? [];
  return sessionOf(named(known, name));
}

/**
 * Forgets a PSU: their psu-id, session and consents; nothing is said to the bank.
 * @throws Fault INPUT_MISSING, INTERRUPTED without consent
 * @see C-session-forget, C-deletion-consent
 */
export async function forgetSession(
  context: CommandContext,
  { name, yes }: { readonly name: string; readonly yes: boolean },
  given: GivenFlags,
): Promise<ForgottenPsu> {
  const known = (await withLedger(context, given, (ledger) => ledger.known())) ?? [];
  const { psuId } = named(known, name);
  const what = `PSU ${psuId} with their TPP-Session-ID and consents. Nothing changes at the bank.`;
  await confirmDeletion(context, { yes, verb: 'forget', what });
  await withLedger(context, given, (ledger) => ledger.forgetPsu(psuId));
  return { psuId };
}

function named(known: readonly KnownSca[], name: string | undefined): KnownSca {
  const names = ({ psuId, customerNumber, tppSessionId }: KnownSca) => [psuId, customerNumber, tppSessionId];
  const found = name === undefined ? known[0] : known.find((one) => names(one).includes(name));
  if (found !== undefined) return found;
  const text =
    known.length === 0
      ? "This profile doesn't know any PSU yet."
      : `This profile doesn't know a PSU or session ${JSON.stringify(name)}.`;
  const hint =
    known.length === 0
      ? 'It remembers everyone who completes an SCA:\npsd2 consent grant'
      : 'See who it knows:\npsd2 session list';
  throw new Fault('INPUT_INVALID', text, { hint });
}

function consentOf(known: KnownSca): KnownConsent {
  const { psuId, context, psuCorporateId, customerNumber, scaAt, hourEndsAt = 0 } = known;
  return {
    psuId,
    context,
    psuCorporateId,
    customerNumber,
    scaAt: new Date(scaAt).toISOString(),
    validUntil: new Date(scaAt + RENEWED_FOR_MS).toISOString(),
    sessionMinutesLeft: Math.max(0, Math.floor((hourEndsAt - clock()) / 60_000)),
  };
}

function sessionOf(known: KnownSca): KnownSession {
  const { tppSessionId } = known;
  return { ...consentOf(known), tppSessionId };
}
