import type { ReadingChoice } from '../named-psu.ts';
import type { Need } from '../only-sandbox.ts';
import type { ScaChoice } from '../sca/choice.ts';
import { needOf } from '../sca/play.ts';
import type { Reading } from '../sca/read-again.ts';

/** What the flags of a command that reads as a PSU say. */
export interface InformationChoice extends ReadingChoice {
  readonly sca: ScaChoice;
  /** Whether the PSU is away: PSU-IP-Address is left out, and the bank answers four times a day. */
  readonly psuAbsent: boolean;
  /** Which accounts a PSU who is played consents to. */
  readonly accounts: 'all' | readonly string[] | undefined;
}

export function readingOf(
  kind: Reading['kind'],
  choice: InformationChoice,
  { isList = false } = {},
): Reading {
  const { sca, accounts, psuAbsent, context } = choice;
  return { kind, choice, of: { sca, accounts, context }, psuAbsent, isList };
}

export function needFor({ sca }: InformationChoice): Need {
  return needOf(sca);
}
