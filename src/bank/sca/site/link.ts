import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { headerValues } from '../../../message.ts';
import type { Op } from '../../../store/contract.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import { sequenceOf } from '../../domain/ids.ts';
import type { Exchange } from '../../exchange.ts';
import { findAuthorisation } from '../../store/tables/authorisations.ts';
import type { WorldState } from '../../store/tables/world.ts';

/** The three secrets of the site: the link's, the browser's cookie, the form's token. @see S8-secrets, S9-form-token, S9-link-secret */

export const COOKIE = 'sca';

/** The SCA of the link, when its secret is right; a wrong one looks like an unknown id. */
export function* findLinked(exchange: Exchange, world: WorldState): Op<Authorisation | undefined> {
  const sequence = sequenceOf(world.seed, 'authorisation', exchange.param('authorisationId'));
  const sca = sequence === undefined ? undefined : yield* findAuthorisation(sequence);
  return sca && isSame(sca.secret, exchange.param('secret')) ? sca : undefined;
}

/** The cookie of the browser that opened the link first; undefined when this is another browser. */
export function ownCookie(exchange: Exchange, { progress }: Authorisation): string | undefined {
  const { browser } = progress;
  if (browser === undefined) return undefined;
  return cookiesOf(exchange).find((cookie) => isSame(browserOf(cookie), browser));
}

/** What is kept of a cookie. */
export function browserOf(cookie: string): string {
  return hash('sha256', cookie, 'base64url');
}

/** A cookie of another path or program may have the same name: each is looked at. */
function cookiesOf(exchange: Exchange): readonly string[] {
  return headerValues(exchange.request.headers, 'Cookie')
    .flatMap((line) => line.split(';'))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${COOKIE}=`))
    .map((pair) => pair.slice(COOKIE.length + 1));
}

/** The token of the page that is shown now: good in one browser, for one form. */
export function formToken({ secret, progress }: Authorisation, cookie: string): string {
  return createHmac('sha256', secret).update(`${progress.page} ${cookie}`).digest('base64url');
}

/** Compares without telling by its time how much is right. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
