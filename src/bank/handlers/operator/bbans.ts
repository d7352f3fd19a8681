import type { BbansAsked, BbansForetold } from '../../../wire/operator.ts';
import { drawnBbans } from '../../domain/made-bban.ts';
import { naturalKey } from '../../domain/natural-key.ts';
import type { Handler } from '../../routes/route.ts';
import { usesOf } from '../../store/tables/natural-keys.ts';

/** That as many numbers drawn one after the other are all taken doesn't happen. */
const SO_MANY = 4;

/**
 * Which bbans the bank draws for accounts that bring none; it takes the first that no account has then.
 * @see D11-foretell-bbans, D8-natural-key
 */
export const foretellBbans: Handler = function* (exchange, world) {
  const asked = exchange.body as BbansAsked;
  const accounts: { readonly bbans: readonly string[] }[] = [];
  for (const { customerNumber, accountName } of asked.accounts) {
    const key = naturalKey('made account', customerNumber, accountName);
    const drawn = drawnBbans(world.seed, key, (yield* usesOf(key)) + 1);
    accounts.push({ bbans: firstOf(drawn) });
  }
  const json: BbansForetold = { accounts };
  return { status: 200, json };
};

function firstOf(drawn: Iterable<string>): readonly string[] {
  const first: string[] = [];
  for (const bban of drawn) if (first.push(bban) === SO_MANY) break;
  return first;
}
