import { distanceBetween } from './date-forms.ts';
import { finding } from './findings.ts';
import { readHttpDate, writeHttpDate } from './http-date.ts';
import { valuePlaces } from './one-character.ts';
import { type SigningLine, signingBytes, signingString } from './signing-string.ts';
import type { StringCandidate } from './string-candidate.ts';

/** Seconds away. */
export const WITHIN_AN_HOUR = [1, 3600] as const;
export const WITHIN_A_DAY = [3601, 86_400] as const;

/**
 * The signing strings with Date so many seconds earlier or later, the nearest first. Octets are changed in
 * place: a candidate holds until the next is asked for.
 * @see G3-search-limit, G4-signature-invalid-value
 */
export function* datesWithin(
  lines: readonly SigningLine[],
  [from, to]: readonly [from: number, to: number],
): Generator<StringCandidate> {
  const sent = lines.find(({ name }) => name === 'date')?.value ?? '';
  const { time } = readHttpDate(sent);
  const place = valuePlaces(lines).find(({ header }) => header === 'date');
  if (time === undefined || place === undefined || place.end - place.start !== writeHttpDate(time).length)
    return;
  const bytes = signingBytes(signingString(lines));
  let signed = '';
  const findings = () => {
    const detail = `It is date. ${distanceBetween(signed, sent)}`;
    return [finding('signature-invalid-value', { cause: 'replaced', header: 'date', detail })];
  };
  const candidate = { bytes, findings };
  for (let distance = from; distance <= to; distance += 1) {
    for (const other of [time - 1000 * distance, time + 1000 * distance]) {
      signed = writeHttpDate(other);
      bytes.write(signed, place.start, 'latin1');
      yield candidate;
    }
  }
}
