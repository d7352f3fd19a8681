import { DAY_MS } from '../../core/units.ts';

/** How long the bank keeps what is over, by its own clock. @see S12-kept */

/** The first answer to an X-Request-ID. @see D3-request-id-24h */
export const REQUEST_KEPT_MILLISECONDS = DAY_MS;

/** A call without the PSU. @see D6-four-calls */
export const CALL_COUNTED_MILLISECONDS = DAY_MS;

/** An authorisation after its end, and a session after its last SCA: so long is "dead for good". */
export const ENDED_KEPT_MILLISECONDS = 400 * DAY_MS;
