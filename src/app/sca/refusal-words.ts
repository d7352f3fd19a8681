import type { ScaRefused } from '../../client/sca-redirect.ts';
import { explainBankCode } from '../../explain/bank-codes.ts';

/** Everything that the redirect of a failed SCA says, for within a sentence. @see I-authentication-6 */
export function refusalInWords({ system, status, code, message }: ScaRefused): string {
  const what = status === undefined ? code : `${status} ${code}`;
  const where = system === undefined ? '' : ` of the bank's system ${system}`;
  const means = message ?? explainBankCode(code)?.means;
  return `${what}${where}${means === undefined ? '' : `, ${means}`}`;
}
