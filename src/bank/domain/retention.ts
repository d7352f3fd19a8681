/** How long the bank keeps what is over, by its own clock. @see S12-kept */

const DAY = 24 * 60 * 60 * 1000;

/** The first answer to an X-Request-ID. @see D3-request-id-24h */
export const REQUEST_KEPT_MILLISECONDS = DAY;

/** A call without the PSU. @see D6-four-calls */
export const CALL_COUNTED_MILLISECONDS = DAY;

/** An authorisation after its end, and a session after its last SCA: so long is "dead for good". */
export const ENDED_KEPT_MILLISECONDS = 400 * DAY;
