import type { ShownFinding, ShownVerification } from './shapes.ts';

/** The report of an answer: the texts of findings are written for requests. @see C-verify-answers */
export function aboutAnswer(shown: ShownVerification): ShownVerification {
  return {
    ...shown,
    findings: shown.findings.map((finding): ShownFinding => {
      const { message, remedy, suspects } = finding;
      return {
        ...finding,
        message: ofAnswer(message),
        remedy: ofAnswer(remedy),
        ...(suspects === undefined
          ? {}
          : { suspects: suspects.map((one) => ({ ...one, reason: ofAnswer(one.reason) })) }),
      };
    }),
    checks: shown.checks.map((check) =>
      check.detail === undefined ? check : { ...check, detail: ofAnswer(check.detail) },
    ),
  };
}

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bTPP-Signature-Certificate\b/g, 'ASPSP-Signature-Certificate'],
  [/\b([Aa]) request\b(?!-)/g, '$1n answer'],
  [/(?<![(-])\brequest(s?)\b(?!-)/g, 'answer$1'],
  [/(?<![(-])\bRequest(s?)\b(?!-)/g, 'Answer$1'],
];

function ofAnswer(text: string): string {
  return WORDS.reduce((words, [pattern, word]) => words.replaceAll(pattern, word), text);
}
