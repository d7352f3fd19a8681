import { octetsOf } from './octets.ts';

const FRAGMENT = /^#[^\s"'`\\<>,)\]}|]{0,300}/;
/** A target stands in a capture a few times at most. */
const MAX_PLACES = 20;

/**
 * Finds the fragment of the request's URL in a capture: no program sends it, so the request doesn't have it.
 * @returns `#…`; undefined where the capture has none
 * @see C-verify-fragment
 */
export function findFragment(bytes: Uint8Array, target: string): string | undefined {
  if (target === '' || target === '/') return undefined;
  const octets = octetsOf(bytes);
  let place = octets.indexOf(target);
  for (let count = 0; place >= 0 && count < MAX_PLACES; count += 1) {
    const end = place + target.length;
    const fragment = FRAGMENT.exec(octets.slice(end, end + 301))?.[0];
    if (fragment !== undefined) return fragment;
    place = octets.indexOf(target, end);
  }
  return undefined;
}
