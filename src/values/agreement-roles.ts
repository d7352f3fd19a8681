/** What an engagement lets a customer do with an account: see it, and pay from it. @see decisions.md §8 Agreement */
export const AGREEMENT_ROLES = ['VIEW', 'REGISTER'] as const;

export type AgreementRole = (typeof AGREEMENT_ROLES)[number];
