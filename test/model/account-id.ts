import { idOfUse, naturalKey } from '../../src/bank/domain/ids.ts';
import type { Model } from './model/state.ts';

/** The id of the account that was made so often with this number. @see D8-natural-key */
export function accountIdOf({ facts }: Pick<Model, 'facts'>, place: number, made: number): string {
  const { id = '', number = '' } = facts[place] ?? {};
  return made === 1 ? id : idOfUse('psd2', naturalKey('account', number), made);
}
