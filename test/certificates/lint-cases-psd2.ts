import { der, derOid } from '../support/der-writer.ts';
import { type LintCase, named, seal, web } from './lint-case.ts';
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

/** What makes it a qualified certificate of a payment service provider. */
export const PSD2_CASES: readonly LintCase[] = [
  { certificate: web, options: () => ({ type: 'seal' }), found: ['error certificate-type'] },
  { certificate: seal, options: () => ({ type: 'qwac' }), found: ['error certificate-type'] },
  { certificate: seal, options: () => ({ type: 'seal' }), found: [] },
  {
    certificate: () => seal(withStatements(...STATEMENTS.seal.slice(0, -1))),
    found: ['error certificate-no-psd2'],
  },
  {
    certificate: () => seal({ statements: [STATEMENT.psd2([PI, AI])] }),
    found: ['error certificate-qc-malformed/unwrapped'],
  },
  {
    certificate: () => seal(withStatements(...STATEMENTS.seal.slice(0, -1), flat())),
    found: ['error certificate-qc-malformed/flat-roles'],
  },
  ...[
    [0x31, 0x0c, 'set'],
    [0x30, 0x13, 'string-type'],
  ].map(
    ([list = 0, string = 0, cause]): LintCase => ({
      certificate: () =>
        seal(withStatements(...STATEMENTS.seal.slice(0, -1), built(Number(list), Number(string)))),
      found: [`error certificate-qc-malformed/${cause}`],
    }),
  ),
  {
    certificate: () =>
      seal(withStatements(...STATEMENTS.seal.slice(0, -1), STATEMENT.psd2([PI, [AI[0], 'PSP_PI']]))),
    found: ['error certificate-qc-malformed/name-oid-mismatch'],
  },
  {
    certificate: () =>
      seal(withStatements(...STATEMENTS.seal.slice(0, -1), STATEMENT.psd2([PI, AI], 'X', 'NO'))),
    found: ['error certificate-qc-malformed/ncaid', 'warning organization-identifier-authority'],
  },
  {
    certificate: () => seal(withStatements(...STATEMENTS.seal.slice(0, -1), STATEMENT.psd2([AI]))),
    found: ['warning certificate-role'],
  },
  {
    certificate: () => seal(withStatements(...STATEMENTS.seal.slice(0, -1), STATEMENT.psd2([AI]))),
    options: () => ({ roles: ['PSP_PI', 'PSP_AI'] }),
    found: ['error certificate-role'],
  },
  {
    certificate: () => seal(withStatements(...STATEMENTS.seal.slice(0, -1), STATEMENT.psd2([AI]))),
    options: () => ({ roles: ['PSP_AI'] }),
    found: [],
  },
  {
    certificate: () => seal(withStatements(...STATEMENTS.seal.slice(0, -1), STATEMENT.psd2([]))),
    found: ['error psd2-roles'],
  },
  {
    certificate: () => seal(withStatements(...STATEMENTS.seal.slice(0, -1), STATEMENT.psd2([PI, AI], ' '))),
    found: ['error psd2-authority-name'],
  },
  {
    certificate: () => seal({}, { subject: named('2.5.4.97', '123456789') }),
    found: ['error organization-identifier-format'],
  },
  {
    certificate: () => seal({}, { subject: named('2.5.4.97', 'NTRNO-123456789') }),
    found: ['warning organization-identifier-format'],
  },
  {
    certificate: () => seal({}, { subject: named('2.5.4.97', 'PSDSE-FINA-1') }),
    found: ['warning organization-identifier-authority'],
  },
  { certificate: () => seal({ statements: critical('seal') }), found: ['error qc-statements-critical'] },
  { certificate: () => seal(withStatements(...STATEMENTS.seal.slice(1))), found: ['error qc-compliance'] },
  {
    certificate: () => seal(withStatements(...STATEMENTS.seal.toSpliced(2, 1))),
    found: ['error qc-type/missing'],
  },
  {
    certificate: () =>
      seal(withStatements(...STATEMENTS.seal.toSpliced(2, 1, STATEMENT.type(SEAL_TYPE, '0.4.0.1862.1.6.9')))),
    found: ['error qc-type/several'],
  },
  {
    certificate: () =>
      seal(withStatements(...STATEMENTS.seal.toSpliced(2, 1, STATEMENT.type('0.4.0.1862.1.6.1')))),
    found: ['error qc-type/signature'],
  },
  {
    certificate: () => web(withStatements(...STATEMENTS.web.toSpliced(1, 1, STATEMENT.type(SEAL_TYPE)))),
    found: ['error qc-type/contradiction'],
  },
  {
    certificate: () => seal(withStatements(...STATEMENTS.seal.toSpliced(3, 1))),
    found: ['warning qc-pds/missing'],
  },
  {
    certificate: () =>
      seal(withStatements(...STATEMENTS.seal.toSpliced(3, 1, STATEMENT.disclosure('http://x', 'eng')))),
    found: ['warning qc-pds/https', 'warning qc-pds/language', 'warning qc-pds/english'],
  },
  ...(
    [
      ['no', ['english'], disclosures([PDS, 'no'])],
      ['en twice', ['repeated'], disclosures([PDS, 'en'], [PDS, 'en'])],
      ['no twice', ['repeated'], disclosures([PDS, 'en'], [PDS, 'no'], [PDS, 'no'])],
      ['EN', ['lower-case'], disclosures([PDS, 'EN'])],
      ['xy', ['language'], disclosures([PDS, 'en'], [PDS, 'xy'])],
      ['language as UTF8String', ['language-type'], disclosures([PDS, 'en', 0x16, 0x0c])],
      ['URL as UTF8String', ['url-type'], disclosures([PDS, 'en', 0x0c])],
      ['en and nb', [], disclosures([PDS, 'en'], [PDS, 'nb'])],
    ] as const
  ).map(
    ([, causes, statement]): LintCase => ({
      certificate: () => seal(withStatements(...STATEMENTS.seal.toSpliced(3, 1, statement))),
      found: causes.map((cause) => `warning qc-pds/${cause}`),
    }),
  ),
  {
    certificate: () =>
      seal(withStatements(...STATEMENTS.seal.toSpliced(2, 1, STATEMENT.type('0.4.0.1862.1.6.9')))),
    found: ['error qc-type/purpose'],
  },
  {
    certificate: () => seal(withStatements(...STATEMENTS.seal, STATEMENT.compliance)),
    found: ['error qc-statement-repeated'],
  },
  ...(
    [
      [text(0x13, 'NOK'), [100], []],
      [integer(978), [0], []],
      [text(0x13, 'XYZ'), [1], ['currency']],
      [integer(1), [1], ['currency']],
      [integer(9), [1], ['currency']],
      [text(0x0c, 'EUR'), [1], ['currency']],
      [text(0x13, 'EUR'), [0xff], ['amount']],
    ] as const
  ).map(
    ([currency, amount, causes]): LintCase => ({
      certificate: () => seal(withStatements(...STATEMENTS.seal, limit(currency, amount))),
      found: causes.map((cause) => `error qc-limit-value/${cause}`),
    }),
  ),
  {
    certificate: () =>
      seal(withStatements(...STATEMENTS.seal.slice(0, -1), STATEMENT.psd2([PI, AI], 'X', 'XX-FSA'))),
    found: ['error psd2-authority-country', 'warning organization-identifier-authority'],
  },
];
