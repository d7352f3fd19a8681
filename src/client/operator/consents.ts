import type { ConsentGrant, ConsentGranted, ConsentRevocation } from '../../wire/operator.ts';
import { act } from './act.ts';

/** The PSU gives a consent directly with the bank. @see D15-directly */
export const grantConsent = act<ConsentGrant, ConsentGranted>('grant consent', (body) => ({ body }));

/** The PSU takes a consent back directly with the bank, from one TPP or from all. @see D15-directly */
export const revokeConsent = act<ConsentRevocation, Record<string, never>>('revoke consent', (body) => ({
  body,
}));
