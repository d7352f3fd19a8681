import { lengthInCodePoints } from '../../../values/text.ts';
import { fixInForce } from '../../../wire/accept-fix.ts';
import type { Exchange } from '../../exchange.ts';
import type { WorldState } from '../../store/tables/world.ts';

/** What account information says of a text of the sandbox, which may be as long as it likes. */

/** As the standard has them. */
export const LIMITS = {
  product: 35,
  ownerName: 140,
  entryReference: 35,
  creditorId: 35,
  partyName: 70,
  remittance: 140,
  street: 70,
  terminal: 35,
  maskedPan: 35,
  cardDetails: 1000,
  proprietaryCode: 35,
} as const;

/** What the standard's type refuses is left out. @see D7-left-out */
export function upTo(limit: number, text: string | undefined): string | undefined {
  return text === undefined || lengthInCodePoints(text) > limit ? undefined : text;
}

/** What is not said is left out too: a text by hand may be empty. @see D7-left-out */
export function saidUpTo(limit: number, text: string | undefined): string | undefined {
  return text === '' ? undefined : upTo(limit, text);
}

const SHORT_NAME = 35;

/** Names were cut before longer ones were the default. @see D3-accept-fix-names */
export function shownName(exchange: Exchange, { bankNow }: WorldState, name: string): string {
  const isLonger = fixInForce('longerNames', exchange.headerList('x-accept-fix'), bankNow);
  return isLonger ? name : [...name].slice(0, SHORT_NAME).join('');
}
