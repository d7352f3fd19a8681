import { bicCountry } from '../values/countries.ts';
import { bbanOfIban } from '../values/iban.ts';
import { rule } from './field.ts';

/**
 * The debtor account as creditor. Nothing but the body is looked at: the accounts as it names them, a Norwegian IBAN
 * and its bban being one.
 * @see D4-debtor-as-creditor
 */

const FAULT = { at: ['creditorAccount'], text: 'must not be the debtor account' };

interface Named {
  readonly bban?: unknown;
  readonly iban?: unknown;
}

/** Of a body that names both accounts by bban. */
export function notToItself<T>() {
  return rule<T>(({ debtorAccount, creditorAccount }) => {
    const debtor = numberOf(debtorAccount);
    return debtor !== undefined && debtor === bbanOf(creditorAccount) ? FAULT : undefined;
  });
}

/** Of each payment of a bulk. */
export function noneToItself<T>() {
  return rule<T>(({ debtorAccount, payments }) => {
    const debtor = numberOf(debtorAccount);
    if (debtor === undefined || !Array.isArray(payments)) return undefined;
    return payments.flatMap((item, place) =>
      bbanOf((item as { creditorAccount?: unknown } | null)?.creditorAccount) === debtor
        ? [{ ...FAULT, at: ['payments', place, ...FAULT.at] }]
        : [],
    );
  });
}

/** A bban of a bank abroad is free text, and no account of here. @see D4-foreign-bban */
export function notToItselfAbroad<T>() {
  return rule<T>(({ debtorAccount, creditorAccount, creditorAgent }) => {
    const debtor = numberOf(debtorAccount);
    const { iban } = (creditorAccount ?? {}) as Named;
    const isHere = typeof creditorAgent === 'string' && bicCountry(creditorAgent) === 'NO';
    const creditor = iban !== undefined || isHere ? numberOf(creditorAccount, 'iban') : undefined;
    return debtor !== undefined && debtor === creditor ? FAULT : undefined;
  });
}

function bbanOf(account: unknown): string | undefined {
  const { bban } = (account ?? {}) as Named;
  return typeof bban === 'string' ? bban : undefined;
}

/** @param first which of the two names says it, where there are both */
function numberOf(account: unknown, first: 'bban' | 'iban' = 'bban'): string | undefined {
  const { iban } = (account ?? {}) as Named;
  const byIban = typeof iban === 'string' ? bbanOfIban(iban) : undefined;
  return first === 'iban' && iban !== undefined ? byIban : (bbanOf(account) ?? byIban);
}
