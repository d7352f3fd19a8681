import type { KidPolicy } from './kid.ts';

/** A creditor account whose references the bank knows how to check. */
interface KidCreditor extends KidPolicy {
  readonly bban: string;
}

/** @see D8-kid-entries */
export const KID_CREDITORS: readonly KidCreditor[] = [
  {
    bban: '99911200011',
    use: 'required',
    rules: [
      { length: 12, method: 'MOD10' },
      { length: 16, method: 'MOD10' },
    ],
  },
  {
    bban: '99920100011',
    use: 'allowed',
    rules: [
      { length: 8, method: 'MOD11' },
      { length: 12, method: 'MOD11' },
    ],
  },
  { bban: '99930700017', use: 'none', rules: [] },
];

/** Whether the register of KID creditors has a number for good; what else has a policy is an account with its own. */
export function isKidCreditor(bban: string): boolean {
  return KID_CREDITORS.some((one) => one.bban === bban);
}
