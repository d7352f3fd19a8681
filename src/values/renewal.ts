/** How long accounts can be read after an SCA without another. @see interface.md Limits, SCA renewal: 180 days */
export const RENEWED_FOR_MS = 180 * 86_400_000;
