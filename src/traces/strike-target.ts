import { originForm } from '../message.ts';
import { CROSS_BORDER, DOMESTIC, INSTANT, INSTANT_ALIAS } from '../values/products.ts';
import { OPERATIONS, PAYMENT_SERVICES } from '../wire/operations.ts';
import { STRUCK, showsQuery } from './listed.ts';

/** Every word that stands in a path of the interface. */
const WORDS: ReadonlySet<string> = new Set([
  ...OPERATIONS.flatMap(({ path }) => path.split('/')).filter((word) => word !== '' && !word.startsWith('{')),
  ...PAYMENT_SERVICES,
  ...[DOMESTIC, CROSS_BORDER, INSTANT, INSTANT_ALIAS],
]);

/** An opaque id of a bank of this interface. @see D1-ids */
const OPAQUE = /^([A-Za-z0-9]{22}|enc!![A-Za-z0-9+/_-]+=*)$/;

/**
 * Path and query with the words of the interface and opaque ids; what else stands there is struck out, and so is the
 * secret of an SCA's link.
 * @see S10-traces
 */
export function strikeTarget(target: string): string {
  return strikeSteps(target, shownStep);
}

function strikeSteps(target: string, show: (step: string) => string): string {
  const [path = '', query] = originForm(target).split(/\?(.*)/s);
  const steps = path.split('/');
  const shown = steps.map((step, place) => (isSecret(steps, place) ? STRUCK : show(step)));
  return shown.join('/') + (query === undefined ? '' : `?${strikeQuery(query)}`);
}

/** `/sca/{authorisationId}/{secret}`: whoever has both is at the PSU's page. @see S9-link-secret */
function isSecret(steps: readonly string[], place: number): boolean {
  return steps[place - 2] === 'sca';
}

function shownStep(step: string): string {
  return step === '' || WORDS.has(step) || OPAQUE.test(step) ? step : STRUCK;
}

export function strikeQuery(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const [name = '', value] = pair.split(/=(.*)/s);
      if (value === undefined) return STRUCK;
      return showsQuery(name, value)
        ? pair
        : `${/^[a-z][A-Za-z-]{0,29}$/.test(name) ? name : STRUCK}=${STRUCK}`;
    })
    .join('&');
}

/** A link keeps its path, where it has one of ours. Its origin is the bank's own, or not worth more than a mark. */
export function strikeLink(href: string): string {
  const [, origin = '', target] = LINK.exec(href) ?? [];
  return target === undefined ? STRUCK : origin + strikeTarget(target);
}

const LINK = /^(https?:\/\/[^/?#@\s]+)?(\/.*)$/is;

/**
 * Masks the secrets of a path or link alone: the secret of an SCA's link, and each value of the query that isn't listed,
 * for a redirect carries psu-id and tpp-session-id.
 */
export function strikeSecrets(link: string): string {
  const [, origin = '', target] = LINK.exec(link) ?? [];
  return target === undefined ? link : origin + strikeSteps(target, (step) => step);
}
