import * as z from 'zod/mini';
import { isCurrency } from '../values/currencies.ts';
import { array, filledText, object, rule, text } from './field.ts';
import { notToItself } from './own-account.ts';
import {
  bic,
  creditorAddress,
  creditorBban,
  currency,
  date,
  debtorAccount,
  endToEndIdentification,
  instructedAmount,
  purposeCode,
  remittanceReference,
} from './payment-members.ts';

/**
 * The members of a Norwegian domestic credit transfer, which instant, periodic and bulk payments have too.
 * @see I-domestic-request, I-domestic-required, I-domestic-types, I-domestic-lengths
 */
export const DOMESTIC_MEMBERS = {
  instructedAmount,
  creditorName: filledText(70),
  creditorAgent: z.optional(bic),
  /** @see D4-domestic-iban */
  creditorAccount: object({ bban: creditorBban, currency }),
  creditorAddress,
  debtorAccount,
  ultimateDebtor: z.optional(text(70, 0)),
  remittanceInformationUnstructured: z.optional(text(140)),
  remittanceInformationStructured: z.optional(remittanceReference),
  remittanceInformationStructuredArray: z.optional(array(remittanceReference)),
  purposeCode: z.optional(purposeCode),
  requestedExecutionDate: z.optional(date),
  endToEndIdentification: z.optional(endToEndIdentification),
};

/** @see D4-creditor-agent, I-creditor-agent */
export function agentOfCurrencyAccount<T>() {
  return rule<T>((value) => {
    const creditor = value.creditorAccount as { currency?: unknown } | null | undefined;
    const foreign =
      typeof creditor?.currency === 'string' && isCurrency(creditor.currency) && creditor.currency !== 'NOK';
    return foreign && value.creditorAgent === undefined
      ? { at: ['creditorAgent'], text: "is required when creditorAccount.currency isn't NOK" }
      : undefined;
  });
}

/** @see I-domestic-remittance, D2-path-exclusive */
export function oneRemittance<T>() {
  return rule<T>((value) =>
    value.remittanceInformationUnstructured !== undefined &&
    value.remittanceInformationStructuredArray !== undefined
      ? {
          at: ['remittanceInformationUnstructured'],
          text: "can't be combined with remittanceInformationStructuredArray: set only one of them",
        }
      : undefined,
  );
}

export const domesticPayment = object(DOMESTIC_MEMBERS).check(
  agentOfCurrencyAccount(),
  oneRemittance(),
  notToItself(),
);
