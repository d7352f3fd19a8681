import type { DistinguishedName } from '../certificates/certificate.ts';
import { renderName } from '../certificates/names.ts';
import { serialDecimal, serialHex } from '../certificates/serial.ts';
import type { Needs, Subject, Ways } from './plan.ts';

/** keyId: its form, what it names, how it is written. @see G2-key-id, G4-keyid-format */
export const KEY_ID_WAYS: Ways = {
  'keyid-mismatch/decimal-serial': {
    summary: 'Writes the serial number in decimal.',
    plan: { serial: ({ serial }) => serialDecimal(serial) },
    lack: ({ signer: { certificate } }) =>
      certificate.serial < 10n ? 'a certificate with a serial number from 10 on' : undefined,
  },
  'keyid-mismatch/reversed': {
    summary: 'Writes the parts of the issuer in reverse order.',
    plan: { issuer: ({ issuer }) => renderName(issuer.toReversed(), 'rfc2253') },
    needs: severalParts,
  },
  'keyid-style/colons': {
    summary: 'Writes the serial number in pairs of digits with colons between them.',
    plan: { serial: ({ serial }) => colons(serialHex(serial)) },
    lack: ({ signer: { certificate } }) =>
      certificate.serial < 16n ? 'a certificate with a serial number of two digits' : undefined,
  },
  'keyid-style/comma-space': {
    summary: 'Writes a space after each comma.',
    plan: { issuer: ({ issuer }) => writeIssuer(issuer, ', '), keyIdJoint: ', ' },
  },
};

/** Two parts at least, so that their order shows. */
export function severalParts({ signer: { certificate } }: Subject): Needs {
  return { issuerPart: certificate.issuer.length < 2 };
}

function writeIssuer(issuer: DistinguishedName, joint: string): string {
  const parts = issuer.toReversed().map((rdn) => renderName([rdn], 'rfc2253'));
  return parts.join(joint);
}

/** Pairs of digits from the right, since a zero before the first would be a fault of its own. */
function colons(digits: string): string {
  return digits.length === 2 ? [...digits].join(':') : digits.replaceAll(/(?<=.)(?=(?:..)+$)/g, ':');
}
