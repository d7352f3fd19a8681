import { distanceBetween } from './date-forms.ts';
import { finding } from './findings.ts';
import { readHttpDate, writeHttpDate } from './http-date.ts';
import { valuePlaces } from './one-character.ts';
import { type SigningLine, signingBytes, signingString } from './signing-string.ts';
import type { StringCandidate } from './string-candidate.ts';

const SECONDS_OF_A_DAY = 86_400;

/**
 * The signing strings with Date another second of the day before or after, the nearest first. Octets are changed in
 * place: a candidate holds until the next is asked for.
 * @see G3-search-limit, G4-signature-invalid-value
 */
export function* datesOfADay(lines: readonly SigningLine[]): Generator<StringCandidate> {
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
  for (let distance = 1; distance <= SECONDS_OF_A_DAY; distance += 1) {
    for (const other of [time - 1000 * distance, time + 1000 * distance]) {
      signed = writeHttpDate(other);
      bytes.write(signed, place.start, 'latin1');
      yield candidate;
    }
  }
}
