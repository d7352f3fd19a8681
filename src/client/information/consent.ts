import type { ConsentAsked } from '../../wire/information/consent.ts';
import { reading } from './reading.ts';

/** Asks for a consent: the PSU chooses its accounts where scaRedirect leads. @see D6-consent-calls */
export const askForConsent = reading<undefined, ConsentAsked>('create bank-offered consent');
