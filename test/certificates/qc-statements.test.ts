import { describe, expect, it } from 'vitest';
import { readCertificate } from '../../src/certificates/certificate.ts';
import { readQcStatements } from '../../src/certificates/qc-statements.ts';
import { derCertificate, derExtension } from '../support/der-certificate.ts';
import { der, derOid } from '../support/der-writer.ts';
import { rsaKeys, spkiOf } from '../support/keys.ts';
import { eidas } from '../support/read-certificate.ts';

const utf8 = (text: string) => der(0x0c, Buffer.from(text));
const PI = derOid('0.4.0.19495.1.2');
const AI = derOid('0.4.0.19495.1.3');
const role = (oid: Buffer, name: string) => der(0x30, oid, utf8(name));
const NCA = [utf8('The Authority'), utf8('NO-FSA')];

/** qcStatements with one PSD2 statement of these parts. */
function psd2(...parts: Buffer[]) {
  return readQcStatements(der(0x30, der(0x30, derOid('0.4.0.19495.2'), der(0x30, ...parts))));
}

describe('PSD2 statement of a certificate [G5-psd2-statement]', () => {
  it.each(['seal', 'qwac'])('reads roles and authority of the %s of the vectors', (file) => {
    const { psd2, qcFaults } = eidas(file);
    expect(qcFaults).toEqual([]);
    expect(psd2).toEqual({
      roles: ['PSP_PI', 'PSP_AI'],
      ncaName: 'The Financial Supervisory Authority of Norway',
      ncaId: 'NO-FSA',
    });
  });

  it('reads a seal with one role', () => {
    expect(eidas('bad-aisp-only').psd2?.roles).toEqual(['PSP_AI']);
  });

  it.each([
    [1, 'PSP_AS'],
    [2, 'PSP_PI'],
    [3, 'PSP_AI'],
    [4, 'PSP_IC'],
  ])('reads role %i as %s', (number, name) => {
    const read = psd2(der(0x30, role(derOid(`0.4.0.19495.1.${number}`), name)), ...NCA);
    expect(read).toMatchObject({ psd2: { roles: [name] }, faults: [] });
  });

  it('tells a certificate without the statement from one without qcStatements', () => {
    const seal = eidas('bad-no-psd2-statement');
    expect(seal).toMatchObject({ hasQcStatements: true, type: 'seal', qcFaults: [] });
    expect(seal.psd2).toBeUndefined();
    expect(eidas('ca').hasQcStatements).toBe(false);
  });

  it('is wrong where there is only its name', () => {
    const read = readQcStatements(der(0x30, der(0x30, derOid('0.4.0.19495.2'))));
    expect(read).toEqual({ types: [], faults: ['grammar'] });
  });
});

describe('faults in qcStatements [G5-qc-faults]', () => {
  it('names a statement that is not in a list, and reads it', () => {
    const certificate = eidas('bad-unwrapped-qcstatement');
    expect(certificate.qcFaults).toEqual(['unwrapped']);
    expect(certificate.psd2).toMatchObject({ roles: ['PSP_PI', 'PSP_AI'], ncaId: 'NO-FSA' });
  });

  it('names a role whose name is not that of its number, and takes the number', () => {
    const certificate = eidas('bad-role-name-oid-mismatch');
    expect(certificate.qcFaults).toEqual(['name-oid-mismatch']);
    expect(certificate.psd2?.roles).toEqual(['PSP_PI', 'PSP_AI']);
  });

  it.each([
    ['two roles in one list', [der(0x30, PI, utf8('PSP_PI'), AI, utf8('PSP_AI'))]],
    ['roles without their list', [role(PI, 'PSP_PI'), role(AI, 'PSP_AI')]],
    ['roles without any list', [PI, utf8('PSP_PI'), AI, utf8('PSP_AI')]],
  ])('names %s as flat, and reads them', (_, roles) => {
    expect(psd2(...roles, ...NCA)).toEqual({
      types: [],
      psd2: { roles: ['PSP_PI', 'PSP_AI'], ncaName: 'The Authority', ncaId: 'NO-FSA' },
      faults: ['flat-roles'],
    });
  });

  const ROLES = [role(PI, 'PSP_PI'), role(AI, 'PSP_AI')];
  const STATEMENT = [derOid('0.4.0.19495.2'), der(0x30, der(0x30, ...ROLES), ...NCA)];
  const printable = (text: string) => der(0x13, Buffer.from(text));

  it.each<[string, Buffer, string]>([
    ['the list of statements', der(0x31, der(0x30, ...STATEMENT)), 'set'],
    ['the statement', der(0x30, der(0x31, ...STATEMENT)), 'set'],
    [
      'a role',
      der(0x30, der(0x30, STATEMENT[0]!, der(0x30, der(0x30, der(0x31, PI, utf8('PSP_PI'))), ...NCA))),
      'set',
    ],
    [
      'the name of a role',
      der(0x30, der(0x30, STATEMENT[0]!, der(0x30, der(0x30, der(0x30, PI, printable('PSP_PI'))), ...NCA))),
      'string-type',
    ],
    [
      'the identifier of the authority',
      der(0x30, der(0x30, STATEMENT[0]!, der(0x30, der(0x30, ...ROLES), NCA[0]!, printable('NO-FSA')))),
      'string-type',
    ],
    [
      'one role that holds all pairs',
      der(
        0x30,
        der(
          0x30,
          STATEMENT[0]!,
          der(0x30, der(0x30, der(0x30, PI, utf8('PSP_PI'), AI, utf8('PSP_AI'))), ...NCA),
        ),
      ),
      'flat-roles',
    ],
    ['statements one after the other', der(0x30, derOid('0.4.0.1862.1.1'), ...STATEMENT), 'unwrapped'],
    ['neither list nor identifier', der(0x30, der(0x30, ...ROLES), ...NCA), 'unwrapped'],
    [
      'a field too many',
      der(0x30, der(0x30, STATEMENT[0]!, der(0x30, der(0x30, ...ROLES), ...NCA, utf8('more')))),
      'ncaid',
    ],
  ])('names %s, and nothing beside it', (_, value, fault) => {
    expect(readQcStatements(value)).toMatchObject({ faults: [fault] });
    expect(readQcStatements(value).psd2?.roles).toContain('PSP_PI');
  });

  it('names a role that is none of the four', () => {
    const read = psd2(der(0x30, role(derOid('0.4.0.19495.1.5'), 'PSP_XX')), ...NCA);
    expect(read).toMatchObject({ psd2: { roles: [] }, faults: ['name-oid-mismatch'] });
  });

  it.each(['no-fsa', 'NO-FSA-1', ''])('names the NCAId "%s"', (id) => {
    const read = psd2(der(0x30, role(PI, 'PSP_PI')), utf8('The Authority'), utf8(id));
    expect(read).toMatchObject({ psd2: { ncaId: id }, faults: ['ncaid'] });
  });

  it('names an NCAId that is missing', () => {
    expect(psd2(der(0x30, role(PI, 'PSP_PI')), utf8('The Authority')).faults).toEqual(['ncaid']);
  });

  it('names every fault, in the order of the list', () => {
    const info = der(0x30, der(0x30, PI, utf8('PSP_AI')), utf8('The Authority'), utf8('?'));
    const read = readQcStatements(der(0x30, derOid('0.4.0.19495.2'), info));
    expect(read.faults).toEqual(['unwrapped', 'flat-roles', 'name-oid-mismatch', 'ncaid']);
  });
});

describe('type of a certificate [G5-certificate-type]', () => {
  const spki = spkiOf(rsaKeys());
  const qcType = (...types: number[]) => {
    const oids = types.map((type) => derOid(`0.4.0.1862.1.6.${type}`));
    return derExtension(
      '1.3.6.1.5.5.7.1.3',
      der(0x30, der(0x30, derOid('0.4.0.1862.1.6'), der(0x30, ...oids))),
    );
  };
  const usage = (...purposes: number[]) => {
    const oids = purposes.map((purpose) => derOid(`1.3.6.1.5.5.7.3.${purpose}`));
    return derExtension('2.5.29.37', der(0x30, ...oids));
  };

  it.each([
    ['eseal', 'seal', [qcType(2)]],
    ['web', 'qwac', [qcType(3)]],
    ['eseal and web', 'qwac', [qcType(2, 3)]],
    ['serverAuth', 'qwac', [usage(1)]],
    ['eseal with serverAuth', 'qwac', [qcType(2), usage(1, 2)]],
    ['eseal with clientAuth', 'seal', [qcType(2), usage(2)]],
    ['esign', 'unknown', [qcType(1)]],
    ['nothing', 'unknown', []],
  ])('takes %s for %s', (_, type, extensions) => {
    const reading = readCertificate(derCertificate({ spki, extensions }));
    expect(reading).toMatchObject({ ok: true, certificate: { type } });
  });

  it('tells the seal of the vectors from the QWAC', () => {
    expect([eidas('seal').type, eidas('qwac').type, eidas('bad-expired').type]).toEqual([
      'seal',
      'qwac',
      'seal',
    ]);
  });
});
