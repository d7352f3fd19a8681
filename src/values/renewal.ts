/** How long accounts can be read after an SCA without another. @see I-authentication-10 */
export const RENEWED_FOR_MS = 180 * 86_400_000;
