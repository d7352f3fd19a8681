import type { ShownFinding, ShownVerification } from '../../signatures/report.ts';
import { harmlessJson } from '../foreign-text.ts';
import { BLANK, linesOf } from '../visible-text.ts';

/** Words that a report has whatever it is written in. */

/** `signature-invalid, cause crlf`; the header too where it is about one. */
export function titleOf({ code, cause, header }: ShownFinding): string {
  return [
    code,
    ...(cause === undefined ? [] : [`cause ${cause}`]),
    ...(header === undefined ? [] : [`header ${header}`]),
  ].join(', ');
}

/** What was verified: method and target, where it has them. */
export function subjectOf({ request: { method, target, format } }: ShownVerification): string {
  if (format === 'answer') return "a bank's answer";
  return method === '' ? 'without a request line' : `${method} ${target}`;
}

/** @param text the signing string; of one that is struck out the length says nothing */
export function signingStringTitle(text: string, { request }: ShownVerification): string {
  const lines = linesOf(text).length;
  const count = `${lines} ${lines === 1 ? 'line' : 'lines'}`;
  const length = request.body === undefined ? `, ${text.length} bytes` : '';
  return `Signing string, ${count}${length} (${BLANK} is a space, \\n a line end)`;
}

/** @see C-verify-share */
export const STRUCK_LEGEND =
  'Values are struck out: <9> stands for 9 characters, x and 9 for letters and digits of the body.';

/** The body of a report that can be passed on. */
export function bodyText(body: unknown): string {
  return typeof body === 'string' ? body : harmlessJson(body);
}

/** Of a finding without the string that was signed the one that is expected is shown once, at the end. */
export function placed(finding: ShownFinding, { signingString }: ShownVerification): ShownFinding {
  const { expected, ...rest } = finding;
  return finding.found === undefined && expected === signingString ? rest : finding;
}
