import type { LintSubject } from './subject.ts';

/** An error is a fault; a warning may be one to a stricter reader. */
export type LintSeverity = 'error' | 'warning';

/** One place where a rule is broken. */
export interface Breach {
  /** One of the rule's causes. */
  readonly cause?: string;
  /** One more sentence: the values at hand. */
  readonly detail?: string;
  /** Where the rule's own does not apply. */
  readonly severity?: LintSeverity;
}

/** One row of the table: the words of a cause are put after the message. */
export interface LintRule {
  readonly severity: LintSeverity;
  /** Document and clause. */
  readonly reference: string;
  readonly message: string;
  readonly remedy: string;
  readonly causes?: Readonly<Record<string, string>>;
  /** Whether a certification authority's own certificate is held to it. */
  readonly isForCa?: true;
  /** Empty when the rule is kept or does not apply. */
  readonly check: (subject: LintSubject) => readonly Breach[];
}

export type LintRules = Readonly<Record<string, LintRule>>;

/** The rule is broken when the condition holds. */
export function when(condition: boolean, breach: Breach = {}): readonly Breach[] {
  return condition ? [breach] : [];
}
