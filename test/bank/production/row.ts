import type { Case } from '../../support/production-bank.ts';

export const refusedAs = (begins: string, status = 400, code = 'BAD_REQUEST') => ({ begins, status, code });

/** One request to a bank of production policy. */
export interface Row {
  readonly name: string;
  readonly asked: Case;
  /** Absent: let in. */
  readonly refused?: ReturnType<typeof refusedAs>;
}

export const untrusted = (words: string) =>
  refusedAs(`certificate-untrusted: The certificate doesn't lead to a CA that this bank trusts. ${words}`);

/** What stands in a registry's file. */
export const registryOf = (entry: object, name: string) => JSON.stringify({ [name]: entry });
