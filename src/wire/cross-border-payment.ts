import * as z from 'zod/mini';
import { bicCountry } from '../values/countries.ts';
import { isCurrency } from '../values/currencies.ts';
import { bbanOfIban, checkBban, checkIban } from '../values/iban.ts';
import { parseAmount } from '../values/money.ts';
import { convert } from '../values/rates.ts';
import { isBlank } from '../values/text.ts';
import { blankFault, filledText, object, oneOf, rule, stringThat, text, textFault } from './field.ts';
import { notToItselfAbroad } from './own-account.ts';
import {
  BBAN_LIMIT,
  bic,
  creditorAddress,
  creditorIban,
  currency,
  date,
  debtorIban,
  endToEndIdentification,
  freeBban,
  instructedAmount,
  purposeCode,
} from './payment-members.ts';

/** @see I-regulatory-code */
const REGULATORY_CODES = '14 26 29 31 35 38 41 43 45 51 52 53 71 79 81 82'.split(' ');

/** NOK 100 000.00, in øre. @see I-cross-border-threshold */
const THRESHOLD_MINOR = 10_000_000n;

interface NamedAccount {
  readonly bban?: unknown;
  readonly iban?: unknown;
}

function isText(bban: unknown): bban is string {
  return typeof bban === 'string' && (textFault(bban, BBAN_LIMIT) ?? blankFault(bban)) === undefined;
}

/**
 * @param isAbroad whether the account may be: then only a Norwegian IBAN says which bban is in it
 * @see D4-bban-and-iban, I-cross-border-bban
 */
function account({ isAbroad }: { readonly isAbroad: boolean }) {
  const iban = isAbroad ? creditorIban : debtorIban;
  return object({ bban: z.optional(freeBban), iban: z.optional(iban), currency }).check(
    rule(({ bban, iban: given }) => {
      if (bban === undefined && given === undefined) return { text: 'must have bban, iban or both' };
      // Two members are compared once each is right by itself.
      if (!isText(bban) || typeof given !== 'string' || checkIban(given) !== undefined) return undefined;
      const inside = bbanOfIban(given);
      return bban === inside || (isAbroad && inside === undefined)
        ? undefined
        : { text: 'must be one account: bban and iban are two different ones' };
    }),
  );
}

/** A bban abroad is free text; who names a Norwegian bank has a Norwegian bban. @see D4-foreign-bban */
function norwegianBban<T>() {
  return rule<T>((value) => {
    const { bban } = (value.creditorAccount ?? {}) as NamedAccount;
    const isNorwegian = typeof value.creditorAgent === 'string' && bicCountry(value.creditorAgent) === 'NO';
    const fault = isNorwegian && isText(bban) ? checkBban(bban) : undefined;
    return fault ? { at: ['creditorAccount', 'bban'], text: fault } : undefined;
  });
}

/** @see D4-cross-border-agent */
function agentOfBban<T>() {
  return rule<T>((value) => {
    const { bban } = (value.creditorAccount ?? {}) as NamedAccount;
    return bban !== undefined && value.creditorAgent === undefined
      ? { at: ['creditorAgent'], text: 'is required when creditorAccount uses bban' }
      : undefined;
  });
}

/** @see D4-cross-border-threshold */
function regulatory<T>(member: 'regulatoryReportingCode' | 'regulatoryReportingInformation') {
  return rule<T>((value) =>
    value[member] === undefined && reachesThreshold(value.instructedAmount)
      ? { at: [member], text: 'is required for NOK 100 000 or more' }
      : undefined,
  );
}

/** What is required says something. @see D2-blank */
function regulatoryText<T>() {
  return rule<T>(({ regulatoryReportingInformation: given, instructedAmount: amount }) =>
    typeof given === 'string' && given !== '' && isBlank(given) && reachesThreshold(amount)
      ? { at: ['regulatoryReportingInformation'], text: 'must not be blank for NOK 100 000 or more' }
      : undefined,
  );
}

/** Whether an instructedAmount is NOK 100 000 or more, converted; an amount that can't be read is not. */
export function reachesThreshold(instructed: unknown): boolean {
  const { amount, currency: of } = (instructed ?? {}) as { amount?: unknown; currency?: unknown };
  if (typeof of !== 'string' || !isCurrency(of)) return false;
  const amountMinor = parseAmount(amount, of);
  return amountMinor !== undefined && convert(amountMinor, of, 'NOK') >= THRESHOLD_MINOR;
}

/**
 * @see I-cross-border-request
 * @see I-cross-border-required, I-cross-border-types, I-cross-border-lengths, D4-cross-border-wrong
 */
export const crossBorderPayment = object({
  instructedAmount,
  creditorName: filledText(70),
  creditorAgent: z.optional(bic),
  creditorAccount: account({ isAbroad: true }),
  creditorAddress: z.optional(creditorAddress),
  debtorAccount: account({ isAbroad: false }),
  remittanceInformationUnstructured: z.optional(text(140)),
  purposeCode: z.optional(purposeCode),
  requestedExecutionDate: z.optional(date),
  regulatoryReportingCode: z.optional(
    oneOf(
      (value): value is string => REGULATORY_CODES.includes(value),
      `one of ${REGULATORY_CODES.join(' ')}`,
    ),
  ),
  regulatoryReportingInformation: z.optional(text(140)),
  endToEndIdentification: z.optional(endToEndIdentification),
  /** @see D4-service-level */
  serviceLevel: z.optional(
    stringThat((value) => /^[A-Z0-9]{1,4}$/.test(value), '1 to 4 characters of A–Z and 0–9'),
  ),
}).check(
  agentOfBban(),
  norwegianBban(),
  notToItselfAbroad(),
  regulatory('regulatoryReportingCode'),
  regulatory('regulatoryReportingInformation'),
  regulatoryText(),
);
