/** Takes away what the seventh version added for agreements. */
export const BACK_FROM_ENGAGEMENTS = ['DROP TABLE engagements', 'DROP INDEX agreements_of_owners'];
