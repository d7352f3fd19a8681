import type { Money } from '../shown-values.ts';

/** A resource as it came, whose members are not known to be what the interface says. */
export type Shown = Readonly<Record<string, unknown>>;

export function textOf(value: unknown): string | undefined {
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}

export function moneyOf(value: unknown): Money | undefined {
  const { amount, currency } = membersOf(value);
  const isAmount = typeof amount === 'string' || typeof amount === 'number';
  return isAmount && typeof currency === 'string' ? { amount, currency } : undefined;
}

/** The number of an account, as it is copied. */
export function accountOf(value: unknown): string | undefined {
  const { bban, iban } = membersOf(value);
  return textOf(bban) ?? textOf(iban);
}

export function cardOf(value: unknown): string | undefined {
  return textOf(membersOf(membersOf(value).other).identification);
}

/** Structured references, by what each refers to. */
export function referencesOf(payment: Shown): string | undefined {
  const { remittanceInformationStructuredArray: several, remittanceInformationStructured: one } = payment;
  const references: readonly unknown[] = Array.isArray(several) ? several : [one];
  const texts = references.flatMap((reference) => {
    const { referenceType, reference: number } = membersOf(reference);
    return [referenceType, number].flatMap((part) => textOf(part) ?? []).join(' ') || [];
  });
  return texts.length === 0 ? undefined : texts.join(', ');
}

export function membersOf(value: unknown): Shown {
  return typeof value === 'object' && value !== null ? (value as Shown) : {};
}
