/** The rights of an engagement: view an account, and pay from it. @see D8-agreement-members */
export const AGREEMENT_ROLES = ['VIEW', 'REGISTER'] as const;

export type AgreementRole = (typeof AGREEMENT_ROLES)[number];
