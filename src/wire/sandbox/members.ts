import { CURRENCIES } from '../../values/currencies.ts';
import { INT32_MAX, INT32_MIN } from '../../values/int32.ts';
import { integer, oneOfAnyCase } from '../field.ts';

/** Members that several of the sandbox's requests have. Their codes are read in any case. @see D3-sandbox-case */

/** Whole units of the currency. @see decisions.md §8 Amounts */
export const int32 = integer(INT32_MIN, INT32_MAX);

export const sandboxCurrency = oneOfAnyCase(CURRENCIES, 'a currency code of the interface, such as NOK');

/** How many items an array of sandbox data may have. @see D8-array-size */
export const ITEMS = { min: 1, max: 2000 };
