import type { Row } from '../../../store/contract.ts';
import { DamagedContent, text } from '../../../store/row.ts';
import { type Currency, isCurrency } from '../../../values/currencies.ts';

/** The currency of a row; one that is not listed was never written by a bank. */
export function currencyOf(row: Row, kind: 'account' | 'payment' | 'transaction'): Currency {
  const currency = text(row, 'currency');
  if (!isCurrency(currency)) throw new DamagedContent(`${kind} in an unknown currency ${currency}`);
  return currency;
}
