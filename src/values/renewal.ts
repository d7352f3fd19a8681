/** The time after an SCA in which accounts can be read without another SCA. @see I-authentication-10 */
export const RENEWED_FOR_MS = 180 * 86_400_000;
