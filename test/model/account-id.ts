import { buildNaturalKey, deriveIdOfUse } from '../../src/bank/domain/ids.ts';
import type { Model } from './model/state.ts';

/** The id of the account that was made so often with this number. @see D8-natural-key */
export function accountIdOf({ facts }: Pick<Model, 'facts'>, place: number, made: number): string {
  const { id = '', number = '' } = facts[place] ?? {};
  return made === 1 ? id : deriveIdOfUse('psd2', buildNaturalKey('account', number), made);
}
