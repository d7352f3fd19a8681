import { DAY_MS, MINUTE_MS } from '../core/units.ts';

/** The time after an SCA in which accounts can be read without another SCA. @see I-authentication-10 */
export const RENEWED_FOR_MS = 180 * DAY_MS;

/** The time in which a PSU can open and complete an SCA. @see D4-fifteen-minutes */
export const SCA_OPEN_MS = 15 * MINUTE_MS;
