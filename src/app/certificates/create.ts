import { createPublicKey, randomBytes } from 'node:crypto';
import type { Certificate } from '../../certificates/certificate.ts';
import { describeCertificate } from '../../certificates/describe.ts';
import type { QwacRequest } from '../../certificates/issue-request.ts';
import { readPem } from '../../certificates/pem.ts';
import { readCertificate } from '../../certificates/read.ts';
import { clock } from '../../clock.ts';
import { Fault } from '../../errors.ts';
import { type IssuingCa, readIssuingCa } from '../../settings/issuing-ca.ts';
import { newKey, newSerial } from '../../settings/make-identity.ts';
import { openSettings } from '../../settings/open-settings.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import { osloMinute } from '../../values/oslo.ts';
import { openProfileIdentity } from '../identity.ts';
import type { Program } from '../program.ts';
import { plannedFiles, writeFiles } from './output.ts';
import { partyOf } from './party.ts';
import { configuredPassphrase, type PassphraseMeans } from './passphrase.ts';
import type { CertificateInput, CreatedCertificate } from './shapes.ts';
import { termOf } from './term.ts';

/**
 * Issues a seal or a QWAC by the CA of the profile, which is created on first use, and writes it beside its key.
 * @throws Fault INPUT_INVALID, INPUT_MISSING, PERMISSIONS; no file that is there is overwritten
 * @see G5-first-use
 * @see S8-key-not-overwritten, C-cert-create
 */
export async function createCertificate(
  program: Program,
  input: CertificateInput,
  given: GivenFlags,
): Promise<CreatedCertificate> {
  const { surroundings, notice, during } = program;
  const files = plannedFiles(input, surroundings.cwd);
  const { ca, own } = await openCa(program, given);
  const issuer = certificateIn(ca.certificate);
  const party = partyOf(input, own);
  const term = termOf(input, { now: clock(), issuer });
  if (term.isOutside) {
    notice(
      `The CA is valid from ${osloMinute(issuer.notBefore)} to ${osloMinute(issuer.notAfter)}. Outside that time, programs that check the chain refuse the certificate.`,
    );
  }
  const passphrase = await newPassphrase(input, program);
  const privateKey = await during('Generating a key', () => newKey(input.keyBits));
  const { issueQwac, issueSeal } = await import('../../certificates/issue.ts');
  const request: QwacRequest = {
    ...party,
    notBefore: term.notBefore,
    notAfter: term.notAfter,
    serial: newSerial(randomBytes),
    caCertificate: ca.certificate,
    caKey: ca.privateKey,
    publicKey: createPublicKey(privateKey),
    roles: input.roles,
  };
  const certificate = input.type === 'qwac' ? issueQwac(request) : issueSeal(request);
  const made = certificateIn(certificate);
  await writeFiles(files, {
    certificate,
    privateKey,
    made,
    ca,
    issuer,
    passphrase,
    friendlyName: party.commonName,
  });
  return { ...describeCertificate(made), files: { ...files.shown, ca: ca.file } };
}

async function openCa(
  { surroundings }: Program,
  given: GivenFlags,
): Promise<{ readonly ca: IssuingCa; readonly own: Certificate }> {
  const { keys, certificate } = await openProfileIdentity(openSettings(surroundings, given), surroundings);
  return { ca: readIssuingCa(keys, surroundings.uid), own: certificate };
}

/** Of a PKCS #12 file always; of a PEM key when a file with one is named. */
async function newPassphrase(
  { format, passphraseFile }: CertificateInput,
  means: PassphraseMeans,
): Promise<string | undefined> {
  if (format === 'pem') {
    return passphraseFile === undefined ? undefined : configuredPassphrase(means, passphraseFile)?.text;
  }
  const configured = configuredPassphrase(means, passphraseFile);
  if (configured !== undefined) return configured.text;
  const first = await means.askSecret('Passphrase for the new PKCS #12 file');
  if (first === undefined) {
    throw new Fault('INPUT_MISSING', 'A PKCS #12 file needs a passphrase.', {
      missing: ['--passphrase-file'],
      hint: 'Put a passphrase in a file and add --passphrase-file FILE, or set PSD2_PASSPHRASE in the environment.',
    });
  }
  if ((await means.askSecret('Repeat the passphrase')) === first) return first;
  throw new Fault('INPUT_INVALID', "The passphrases don't match. Nothing was created.", {
    hint: 'Run the command again.',
  });
}

/** @throws Fault when a file of ours holds no certificate */
function certificateIn(pem: string): Certificate {
  const reading = readPem(pem);
  const certificate = readCertificate((reading.ok && reading.blocks[0]?.der) || new Uint8Array());
  if (certificate.ok) return certificate.certificate;
  throw new Fault('FILE_UNREADABLE', `The certificate of the CA can't be read: ${certificate.reason}.`);
}
