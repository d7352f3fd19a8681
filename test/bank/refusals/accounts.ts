/** Accounts of no bank there is, with the check digits of ISO 13616 made here and not by the code under test. */

/** `A` is 10, as ISO 7064 has it. */
function digits(text: string): string {
  return [...text].map((character) => String(Number.parseInt(character, 36))).join('');
}

function remainder(text: string): bigint {
  return BigInt(digits(text)) % 97n;
}

/** The IBAN of an account: the check digits are 98 less what the rest leaves. */
export function ibanOf(country: string, bban: string): string {
  return `${country}${String(98n - remainder(`${bban}${country}00`)).padStart(2, '0')}${bban}`;
}

/** Check digits that leave 1 as well, beside the right ones. @see D4-iban */
const ALIASES: Readonly<Record<string, string>> = { '97': '00', '98': '01', '02': '99' };

/** IBANs of a country that only mod 97 takes: their check digits are 00, 01 and 99. */
export function aliasedIbans(country: string, firstBban: bigint): string[] {
  const found = new Map<string, string>();
  for (let serial = 0n; found.size < 3; serial += 1n) {
    const bban = String(firstBban + serial);
    const alias = ALIASES[ibanOf(country, bban).slice(2, 4)];
    if (alias === undefined) continue;
    if (remainder(`${bban}${country}${alias}`) !== 1n) throw new Error(`${alias} is no alias`);
    found.set(alias, `${country}${alias}${bban}`);
  }
  return [...found.values()];
}

/** Of other banks than ours, and without a KID entry. */
export const creditors = ['99940512340', '99950612343', '99960712346'] as const;

export const foreignIban = ibanOf('DE', '000000000123456789');
