import { TRUST_FAULTS } from '../../certificates/trust-texts.ts';
import { type FindingRow, remedyOf } from '../../signing/finding-row.ts';
import { FINDINGS } from '../../signing/finding-texts.ts';
import { ADMISSIONS, type AdmissionCode } from '../../wire/admission.ts';

/** What a bank of this program said in a message's text. */
export interface ToldFinding {
  readonly code: string;
  /** The text without its remedy. */
  readonly said: string;
  /** From the table that the bank took it from. */
  readonly remedy: string;
}

/** Our bank begins its text with the code of the finding, and ends it with the remedy. @see D2-finding-text, D12-admission */
export function toldFinding(text: string): ToldFinding | undefined {
  const [code = ''] = /^[a-z]+(?:-[a-z]+)*/.exec(text) ?? [];
  const [remedy, ...others] = remediesOf(code);
  if (remedy === undefined) return undefined;
  const told = [remedy, ...others].find((one) => text.endsWith(` ${one}`));
  if (told === undefined) return { code, said: text, remedy };
  return { code, said: text.slice(0, -told.length).trimEnd(), remedy: told };
}

/** That of the code's row first. */
function remediesOf(code: string): readonly string[] {
  if (Object.hasOwn(ADMISSIONS, code)) {
    const ofTrust = Object.values(TRUST_FAULTS).map(([, remedy]) => remedy);
    return [ADMISSIONS[code as AdmissionCode].remedy, ...(code.endsWith('-untrusted') ? ofTrust : [])];
  }
  if (!Object.hasOwn(FINDINGS, code)) return [];
  const { remedy, causes }: FindingRow = FINDINGS[code as keyof typeof FINDINGS];
  return [remedy, ...Object.values(causes).flatMap((cause) => remedyOf(cause) ?? [])];
}
