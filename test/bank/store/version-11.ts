/** Takes away what the eleventh version added. */
export const BACK_FROM_VERSION_11 = ['DROP TABLE tpp_contacts'];
