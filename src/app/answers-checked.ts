import { describeCertificate } from '../certificates/certificate.ts';
import type { Ledger } from '../client/ledger/ledger.ts';
import { clock } from '../clock.ts';
import { DEFAULT_RESPONSE_SIGNATURE, type RemoteBank, type ResponseSignature } from '../settings/profile.ts';
import { settingsPath } from '../settings/settings-file.ts';
import { type AnswerCheck, checked, type TrustedAnswer } from '../transport/checked.ts';
import type { Transport } from '../transport/transport.ts';

/** What a profile asks of the answers of its bank. */
export interface AskedOfAnswers {
  readonly mode: ResponseSignature;
  readonly profile: string;
  /** `https://host[:port]` */
  readonly origin: string;
  /** As in `AnswerCheck`. */
  readonly toOptional: string;
}

interface Means {
  readonly ledger: Pick<Ledger, 'pin' | 'keepFirstPin'>;
  /** Takes lines of a trace. */
  readonly tell?: ((text: string) => void) | undefined;
}

/**
 * The way to a bank, whose answers are let through as the profile wants it. The certificate of the first answer that is
 * in order is kept in the ledger.
 * @see D10-response-check
 */
export function answersChecked(
  way: Transport,
  { mode, ...place }: AskedOfAnswers,
  { ledger, tell }: Means,
): Transport {
  if (mode === 'off') return way;
  const pin = pinIn(ledger, place.origin);
  const onTrusted = tell && ((answer: TrustedAnswer) => tell(toldOf(answer)));
  return checked(way, { ...place, mode, pin, clock, onTrusted });
}

/**
 * The same where nothing is written down: what is known is asked for, and the first certificate isn't kept.
 * @param known the fingerprint of the bank's certificate
 */
export function answersTried(
  way: Transport,
  { mode, ...place }: AskedOfAnswers,
  known: () => Promise<string | undefined>,
): Transport {
  if (mode === 'off') return way;
  return checked(way, {
    ...{ ...place, mode, clock },
    pin: async (fingerprint) => (await known()) ?? fingerprint,
  });
}

/**
 * What a profile asks of its bank's answers.
 * @param home where its settings are; absent before it's saved
 * @see D13-response-signature
 */
export function askedBy(
  profile: string,
  { baseUrl, responseSignature: mode = DEFAULT_RESPONSE_SIGNATURE }: RemoteBank,
  home?: string,
): AskedOfAnswers {
  const toOptional =
    home === undefined
      ? 'use --response-signature optional'
      : `edit ${settingsPath(home)} and set "responseSignature": "optional" for profile ${profile}`;
  return { mode, profile, origin: new URL(baseUrl).origin, toOptional };
}

/** Each answer of one command asks for it: what the ledger said is asked again only where another has come. */
function pinIn(ledger: Means['ledger'], origin: string): AnswerCheck['pin'] {
  let known: string | undefined;
  return async (fingerprint) => {
    if (known === fingerprint) return known;
    known =
      (await ledger.pin(origin))?.fingerprint ??
      (await ledger.keepFirstPin(origin, { fingerprint, at: clock() }));
    return known;
  };
}

/** @see C-verbose */
function toldOf({ certificate, fingerprint }: TrustedAnswer): string {
  const { subject } = describeCertificate(certificate);
  return `* answer signed by ${subject}, SHA-256 ${fingerprint}, checked`;
}
