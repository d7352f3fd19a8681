import { quoteName } from '../../../src/cli/shell-quote.ts';
import { createCommand } from '../../../src/sandbox/command.ts';
import { ENGAGEMENTS } from '../../../src/sandbox/resources.ts';
import { extractBban } from '../../../src/values/iban.ts';
import type { SandboxEngagement } from '../../../src/wire/answers/sandbox.ts';

export default createCommand(
  ENGAGEMENTS,
  {
    summary: 'Grant a customer access to an account in an agreement.',
    description:
      "With both roles the customer can act as PSU in the agreement, and see and pay from the account. The account must belong to the agreement's owner.",
    examples: {
      'Both roles':
        'sandbox engagement add kQ3nV0b1cT8sYpR5dW2xZa --customer 15813963008 --account 99901440170 --roles VIEW,REGISTER',
    },
  },
  (made, { AGREEMENT = '' }) => [
    ...(made.roles.length < 2 ? [] : [buildPaymentCommand(AGREEMENT, made)]),
    `sandbox agreement get ${quoteName(AGREEMENT, AGREEMENT)}`,
  ],
);

/** Builds a command that creates a payment, which needs both roles. */
function buildPaymentCommand(agreement: string, { customer, account }: SandboxEngagement): string {
  const bban = extractBban(account.iban) ?? account.iban;
  const psu = `--as ${quoteName(customer, customer)} --agreement ${quoteName(agreement, agreement)}`;
  return `payments create --domestic --example --from-bban ${quoteName(bban, bban)} ${psu} --sca approve`;
}
