/** Takes away what the twelfth version added. */
export const BACK_FROM_VERSION_12 = ['ALTER TABLE identity_keys DROP COLUMN vouched_from_ms'];
