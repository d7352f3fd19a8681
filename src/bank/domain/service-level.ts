import { bicCountry } from '../../values/bic.ts';
import { isSepaCountry } from '../../values/sepa.ts';
import type { Initiation } from './initiation.ts';

/** In øre, on top of the product's fee. @see D4-service-level */
const EXTRA_FEES: ReadonlyMap<string, bigint> = new Map([
  ['URGP', 150_00n],
  ['SDVA', 300_00n],
]);

/** Ordinary service levels: a payment without one has them too. */
const ORDINARY: ReadonlySet<string> = new Set(['SEPA', 'NURG']);

/** The members of a cross-border payment that decide what its service level does. */
export type WithServiceLevel = Pick<
  Initiation,
  'instructedAmount' | 'creditorAccount' | 'creditorAgent' | 'creditorAddress' | 'serviceLevel'
>;

/** Returns what the service level of a cross-border payment adds to its fee, in øre. @see D4-service-level */
export function serviceFeeOre(payment: WithServiceLevel): bigint {
  const { serviceLevel } = payment;
  if (serviceLevel === undefined || isSepa(payment)) return 0n;
  return EXTRA_FEES.get(serviceLevel) ?? 0n;
}

/** Explains why a service level has no effect; undefined without one, and for one that is applied. @see D4-service-level */
export function explainUnusedServiceLevel(payment: WithServiceLevel): string | undefined {
  const { serviceLevel } = payment;
  if (serviceLevel === undefined) return undefined;
  if (isSepa(payment)) {
    return `serviceLevel ${serviceLevel} has no effect on a SEPA payment (EUR to a SEPA country) and is ignored`;
  }
  if (EXTRA_FEES.has(serviceLevel) || ORDINARY.has(serviceLevel)) return undefined;
  return `serviceLevel ${serviceLevel} has no effect and is ignored: use URGP or SDVA for a higher one, NURG or SEPA for the ordinary one`;
}

function isSepa(payment: WithServiceLevel): boolean {
  const country = creditorCountry(payment);
  return payment.instructedAmount.currency === 'EUR' && country !== undefined && isSepaCountry(country);
}

/** The country of the creditor's bank, by the IBAN, else the BIC, else the creditor's address. */
function creditorCountry({ creditorAccount, creditorAgent, creditorAddress }: WithServiceLevel) {
  if (creditorAccount.iban !== undefined) return creditorAccount.iban.slice(0, 2);
  if (creditorAgent !== undefined) return bicCountry(creditorAgent);
  return creditorAddress?.country;
}
