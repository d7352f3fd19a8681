import type { Certificate } from '../certificate.ts';
import {
  type LintIssue,
  type LintOptions,
  type LintRule,
  type LintSeverity,
  type LintSubject,
  lintSubject,
} from './rule.ts';
import { EXTENSION_RULES } from './rules-extensions.ts';
import { PSD2_RULES } from './rules-psd2.ts';
import { STATUS_RULES, SUBJECT_RULES } from './rules-status.ts';

/** The closed table of rules, in the order of findings. @see G5-lint-table */
export const LINT_RULES = {
  ...STATUS_RULES,
  ...PSD2_RULES,
  ...SUBJECT_RULES,
  ...EXTENSION_RULES,
} as const;

export type LintCode = keyof typeof LINT_RULES;

export const LINT_CODES = Object.keys(LINT_RULES) as readonly LintCode[];

export interface LintFinding {
  readonly code: LintCode;
  readonly cause?: string | undefined;
  readonly severity: LintSeverity;
  /** The message; its first words name the fault. */
  readonly message: string;
  /** The remedy. */
  readonly remedy: string;
  /** The document and clause of the rule. */
  readonly reference: string;
}

/**
 * Checks a certificate against the rules of its standards.
 * @returns errors before warnings, each in the order of the table
 * @see G5-lint-table
 */
export function lintCertificate(certificate: Certificate, options: LintOptions): LintFinding[] {
  const subject = lintSubject(certificate, options);
  const findings = LINT_CODES.flatMap((code) => {
    const rule: LintRule = LINT_RULES[code];
    if (certificate.isCa && !rule.isForCa) return [];
    return listBreaches(rule, subject).map((breach) => createLintFinding(code, rule, breach));
  });
  const isError = ({ severity }: LintFinding) => severity === 'error';
  return [...findings.filter(isError), ...findings.filter((finding) => !isError(finding))];
}

function listBreaches({ check }: LintRule, subject: LintSubject): readonly LintIssue[] {
  const broken = check(subject);
  if (typeof broken === 'boolean') return broken ? [{}] : [];
  if (Array.isArray(broken)) return broken;
  return Object.entries(broken).flatMap(([cause, isBroken]) => (isBroken === true ? [{ cause }] : []));
}

function createLintFinding(
  code: LintCode,
  rule: LintRule,
  { cause, detail, severity }: LintIssue,
): LintFinding {
  const words = cause === undefined ? undefined : rule.causes?.[cause];
  return {
    code,
    cause,
    severity: severity ?? rule.severities[cause ?? ''] ?? rule.severity,
    message: [rule.message, words, detail].filter((part) => part !== undefined).join(' '),
    remedy: rule.remedy,
    reference: rule.reference,
  };
}
