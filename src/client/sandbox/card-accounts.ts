import { deleting } from './sandbox-operation.ts';

export interface CardAccountReference {
  readonly mockCardAccountId: string;
}

/** @see decisions.md §8 Deleting */
export const deleteSandboxCardAccount = deleting<CardAccountReference>('delete sandbox card account');
