import { type Op, run } from '../../../store/contract.ts';
import { optionalText } from '../../../store/row.ts';

/** By which the store knows the pages that it gave links to; none before the first one. @see D7-page-token */
export function* findPagingSecret(): Op<string | undefined> {
  const [row] = yield* run('SELECT paging_secret FROM world');
  return row && optionalText(row, 'paging_secret');
}

/** @param fresh kept when there is none */
export function* loadPagingSecret(fresh: () => string): Op<string> {
  const known = yield* findPagingSecret();
  if (known !== undefined) return known;
  const secret = fresh();
  yield* run('UPDATE world SET paging_secret = ?', secret);
  return secret;
}
