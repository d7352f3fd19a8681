import { object, string, textFault, withoutFault } from './field.ts';

/** Where a TPP is reached about technical and operational matters. */
export interface TppContact {
  readonly email: string;
}

const LONGEST = 254;

/** Something on either side of one @, and a point in the domain: only a message can tell whether it is read. */
const PLAUSIBLE = /^[^\s@<>(),;:"[\]\\]+@[^\s@.<>(),;:"[\]\\]+(\.[^\s@.<>(),;:"[\]\\]+)+$/;

/** @see D1-tpp-contact */
export const tppContact = object({ email: string().check(withoutFault(emailFault)) });

function emailFault(value: string): string | undefined {
  const fault = textFault(value, LONGEST);
  if (fault !== undefined) return fault;
  return PLAUSIBLE.test(value) ? undefined : 'must be an e-mail address, such as psd2@tpp.example';
}
