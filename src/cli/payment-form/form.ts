import type { PaymentKind } from '../../client/payments.ts';
import type { PaymentSummary } from '../../payments/create.ts';
import type { DebtorAccount } from '../../payments/debtor-accounts.ts';
import type { Look } from '../look.ts';

/** What was given and answered, by flag without its dashes. */
export type Values = Readonly<Record<string, string | string[] | undefined>>;

/** A payment that is being filled in. */
export interface PaymentForm {
  readonly kind: PaymentKind;
  readonly values: Values;
  /** The body, or the payments of a bulk. */
  readonly file?: Uint8Array | undefined;
}

/** What the questions need to know, from those who know it. */
export interface PaymentHelp {
  /**
   * The flags of what is missing.
   * @throws Fault for what is wrong with the rest
   */
  readonly missing: (form: PaymentForm) => Promise<readonly string[]>;
  /** What is wrong with what is there, in words. */
  readonly faultOf: (form: PaymentForm) => Promise<string | undefined>;
  /** The accounts to pick a debtor from; none where they are not known. */
  readonly accounts: () => Promise<readonly DebtorAccount[]>;
  readonly readFile: (name: string) => Promise<Uint8Array>;
  readonly summary: (form: PaymentForm) => Promise<PaymentSummary>;
  /** Shows a text, whatever else is silent. */
  readonly say: (text: string) => void;
  /** Of the terminal that the questions are asked at. */
  readonly look: Look;
}

export function textOf(value: Values[string]): string | undefined {
  return typeof value === 'object' ? value.join(',') : value;
}
