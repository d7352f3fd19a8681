import { der, derOid } from '../support/der-writer.ts';
import { casesOf, type LintCase, named, seal, web } from './lint-case.ts';
import {
  AI,
  PI,
  SEAL_TYPE,
  STATEMENT,
  STATEMENTS,
  sequence,
  text,
  withStatements,
} from './qualified-parts.ts';

const critical = (kind: 'seal' | 'web') => [sequence(...STATEMENTS[kind]), true] as const;
function flat(): Buffer {
  const roles = sequence(derOid(PI[0]), text(0x0c, PI[1]), derOid(AI[0]), text(0x0c, AI[1]));
  return sequence(derOid('0.4.0.19495.2'), sequence(roles, text(0x0c, 'X'), text(0x0c, 'NO-FSA')));
}

/** Its list of roles and its strings by other tags. */
function built(list: number, string: number): Buffer {
  const roles = [PI, AI].map(([oid, name]) => sequence(derOid(oid), text(string, name)));
  const info = sequence(der(list, ...roles), text(string, 'X'), text(string, 'NO-FSA'));
  return sequence(derOid('0.4.0.19495.2'), info);
}

const PDS = 'https://ca.example/pds';
type Entry = readonly [url: string, language: string, urlTag?: number, languageTag?: number];
const disclosures = (...entries: readonly Entry[]) =>
  sequence(
    derOid('0.4.0.1862.1.5'),
    sequence(
      ...entries.map(([url, language, urlTag = 0x16, tag = 0x13]) =>
        sequence(text(urlTag, url), text(tag, language)),
      ),
    ),
  );

function integer(value: number): Buffer {
  return der(0x02, Buffer.from(value > 0x7f ? [value >> 8, value & 0xff] : [value]));
}
const limit = (currency: Buffer, amount: readonly number[]) =>
  sequence(derOid('0.4.0.1862.1.2'), sequence(currency, der(0x02, Buffer.from(amount)), integer(0)));

const withPsd2 = (statement: Buffer) => instead(4, statement);
/** A seal with another statement in one place. */
function instead(place: number, statement: Buffer) {
  return seal(withStatements(...STATEMENTS.seal.toSpliced(place, 1, statement)));
}
const disclosing = (...entries: readonly Entry[]) => instead(3, disclosures(...entries));
const limited = (currency: Buffer, amount: readonly number[]) =>
  seal(withStatements(...STATEMENTS.seal, limit(currency, amount)));

/** What makes it a qualified certificate of a payment service provider. */
export const PSD2_CASES: readonly LintCase[] = casesOf({
  'error certificate-type': [
    [web, () => ({ type: 'seal' })],
    [seal, () => ({ type: 'qwac' })],
  ],
  '': [
    [seal, () => ({ type: 'seal' })],
    [() => withPsd2(STATEMENT.psd2([AI])), () => ({ roles: ['PSP_AI'] })],
    () => disclosing([PDS, 'en'], [PDS, 'nb']),
    () => limited(text(0x13, 'NOK'), [100]),
    () => limited(integer(978), [0]),
  ],
  'error certificate-no-psd2': [() => seal(withStatements(...STATEMENTS.seal.slice(0, -1)))],
  'error certificate-qc-malformed/unwrapped': [() => seal({ statements: [STATEMENT.psd2([PI, AI])] })],
  'error certificate-qc-malformed/flat-roles': [() => withPsd2(flat())],
  'error certificate-qc-malformed/set': [() => withPsd2(built(0x31, 0x0c))],
  'error certificate-qc-malformed/string-type': [() => withPsd2(built(0x30, 0x13))],
  'error certificate-qc-malformed/name-oid-mismatch': [
    () => withPsd2(STATEMENT.psd2([PI, [AI[0], 'PSP_PI']])),
  ],
  'error certificate-qc-malformed/ncaid, warning organization-identifier-authority': [
    () => withPsd2(STATEMENT.psd2([PI, AI], 'X', 'NO')),
  ],
  'warning certificate-role': [() => withPsd2(STATEMENT.psd2([AI]))],
  'error certificate-role': [[() => withPsd2(STATEMENT.psd2([AI])), () => ({ roles: ['PSP_PI', 'PSP_AI'] })]],
  'error psd2-roles': [() => withPsd2(STATEMENT.psd2([]))],
  'error psd2-authority-name': [() => withPsd2(STATEMENT.psd2([PI, AI], ' '))],
  'error organization-identifier-format': [() => seal({}, { subject: named('2.5.4.97', '123456789') })],
  'warning organization-identifier-format': [
    () => seal({}, { subject: named('2.5.4.97', 'NTRNO-123456789') }),
  ],
  'warning organization-identifier-authority': [
    () => seal({}, { subject: named('2.5.4.97', 'PSDSE-FINA-1') }),
  ],
  'error qc-statements-critical': [() => seal({ statements: critical('seal') })],
  'error qc-compliance': [() => seal(withStatements(...STATEMENTS.seal.slice(1)))],
  'error qc-type/missing': [() => seal(withStatements(...STATEMENTS.seal.toSpliced(2, 1)))],
  'error qc-type/several': [() => instead(2, STATEMENT.type(SEAL_TYPE, '0.4.0.1862.1.6.9'))],
  'error qc-type/signature': [() => instead(2, STATEMENT.type('0.4.0.1862.1.6.1'))],
  'error qc-type/contradiction': [
    () => web(withStatements(...STATEMENTS.web.toSpliced(1, 1, STATEMENT.type(SEAL_TYPE)))),
  ],
  'warning qc-pds/missing': [() => seal(withStatements(...STATEMENTS.seal.toSpliced(3, 1)))],
  'warning qc-pds/https, warning qc-pds/language, warning qc-pds/english': [
    () => instead(3, STATEMENT.disclosure('http://x', 'eng')),
  ],
  'warning qc-pds/english': [() => disclosing([PDS, 'no'])],
  'warning qc-pds/repeated': [
    () => disclosing([PDS, 'en'], [PDS, 'en']),
    () => disclosing([PDS, 'en'], [PDS, 'no'], [PDS, 'no']),
  ],
  'warning qc-pds/lower-case': [() => disclosing([PDS, 'EN'])],
  'warning qc-pds/language': [() => disclosing([PDS, 'en'], [PDS, 'xy'])],
  'warning qc-pds/language-type': [() => disclosing([PDS, 'en', 0x16, 0x0c])],
  'warning qc-pds/url-type': [() => disclosing([PDS, 'en', 0x0c])],
  'error qc-limit-value/currency': [
    () => limited(text(0x13, 'XYZ'), [1]),
    () => limited(integer(1), [1]),
    () => limited(integer(9), [1]),
    () => limited(text(0x0c, 'EUR'), [1]),
  ],
  'error qc-limit-value/amount': [() => limited(text(0x13, 'EUR'), [0xff])],
  'error qc-type/purpose': [() => instead(2, STATEMENT.type('0.4.0.1862.1.6.9'))],
  'error qc-statement-repeated': [() => seal(withStatements(...STATEMENTS.seal, STATEMENT.compliance))],
  'error psd2-authority-country, warning organization-identifier-authority': [
    () => withPsd2(STATEMENT.psd2([PI, AI], 'X', 'XX-FSA')),
  ],
});
