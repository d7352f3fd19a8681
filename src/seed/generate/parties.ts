import { bbanCheckDigit } from '../../values/iban.ts';
import type { Random } from './random.ts';

/** Somebody at another bank who pays or is paid. */
export interface Party {
  readonly name: string;
  /** 11 digits, at one of the other banks of the sandbox. */
  readonly bban: string;
}

/** Bank codes that no bank has. @see D8-initial-data */
const OTHER_BANKS = ['9991', '9992', '9993', '9994', '9995', '9996'] as const;
/** Numbers of the register of KID creditors and of accounts that decide how a payment ends begin with these. */
const TAKEN = ['99911200', '99920100', '99920900', '99930700'];

/** A party of a name with a number that nobody has yet; names are invented. */
export function party(name: string, random: Random): Party {
  for (;;) {
    const firstTen = random.oneOf(OTHER_BANKS) + String(random.between(100_000, 999_999));
    const checkDigit = bbanCheckDigit(firstTen);
    const isTaken = TAKEN.some((beginning) => firstTen.startsWith(beginning));
    if (checkDigit !== undefined && !isTaken) return { name, bban: firstTen + checkDigit };
  }
}
