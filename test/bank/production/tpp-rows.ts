import { derName } from '../../support/der-writer.ts';
import { keyUsage, qcStatements } from '../../support/made-certificates.ts';
import { seal, TPP, tpp } from '../../support/production-bank.ts';
import { type Row, refusedAs, registryOf } from './row.ts';

export const TYPE: readonly Row[] = [
  {
    name: 'a QWAC in place of the seal',
    asked: { seal: seal({ extensions: [qcStatements('web')] }) },
    refused: refusedAs('certificate-type: The certificate is a website certificate (QWAC).'),
  },
  {
    name: 'a certificate that says no type',
    asked: { seal: seal({ extensions: [qcStatements('none')] }) },
    refused: refusedAs("certificate-not-seal: The certificate doesn't say that it's for electronic seals"),
  },
  {
    name: 'a certificate without a PSD2 statement',
    asked: { seal: seal({ extensions: [keyUsage(0xc0)] }) },
    refused: refusedAs('certificate-no-psd2: The certificate has no PSD2 statement'),
  },
  {
    name: 'a seal without the role of the operation',
    asked: { seal: seal({ extensions: [qcStatements('seal', ['PSP_PI'])] }) },
    refused: refusedAs(
      'certificate-role: The certificate lacks the role this operation needs.',
      403,
      'FORBIDDEN',
    ),
  },
  {
    name: 'a seal with the role of the operation alone',
    asked: { seal: seal({ extensions: [qcStatements('seal', ['PSP_AI'])] }) },
  },
];

export const REGISTRY: readonly Row[] = [
  { name: 'a TPP that the registry has', asked: { registry: registryOf({ roles: ['PSP_AI'] }, TPP) } },
  {
    name: 'a TPP that the registry does not have',
    asked: { registry: registryOf({ roles: ['PSP_AI'] }, 'PSDNO-FSA-30000001') },
    refused: refusedAs("registry-unknown: The bank's registry doesn't have this TPP.", 403, 'FORBIDDEN'),
  },
  {
    name: 'a TPP without organizationIdentifier where there is a registry',
    asked: {
      registry: registryOf({ roles: ['PSP_AI'] }, TPP),
      seal: seal({ subject: { ...tpp(), name: derName([[['2.5.4.3', 0x0c, TPP]]]) } }),
    },
    refused: refusedAs('registry-unknown: ', 403, 'FORBIDDEN'),
  },
  {
    name: 'a TPP whose organizationIdentifier is __proto__',
    asked: { registry: registryOf({ roles: ['PSP_AI'] }, TPP), seal: seal({ subject: tpp('__proto__') }) },
    refused: refusedAs('registry-unknown: ', 403, 'FORBIDDEN'),
  },
  {
    name: 'a TPP whose organizationIdentifier differs in case',
    asked: {
      registry: registryOf({ roles: ['PSP_AI'] }, TPP),
      seal: seal({ subject: tpp(TPP.toLowerCase()) }),
    },
    refused: refusedAs('registry-unknown: ', 403, 'FORBIDDEN'),
  },
  {
    name: 'a TPP that the registry does not give the role',
    asked: { registry: registryOf({ roles: ['PSP_PI', 'PSP_AS'] }, TPP) },
    refused: refusedAs(
      "registry-role: The bank's registry doesn't give this TPP the role this operation needs. It has PSP_PI, PSP_AS, but PSP_AI is required.",
      403,
      'FORBIDDEN',
    ),
  },
  {
    name: 'a seal that is revoked',
    asked: { registry: registryOf({ roles: ['PSP_AI'], revokedSerials: ['FF', '1A2B'] }, TPP) },
    refused: refusedAs(
      "registry-revoked: The bank's registry says that this certificate is revoked. Its serial number is 1A2B.",
    ),
  },
  {
    name: 'a seal that is revoked, its serial number written as openssl does',
    asked: { registry: registryOf({ roles: ['PSP_AI'], revokedSerials: ['00:1a:2b'] }, TPP) },
    refused: refusedAs('registry-revoked: '),
  },
  {
    name: 'a seal whose successor is revoked',
    asked: { registry: registryOf({ roles: ['PSP_AI'], revokedSerials: ['1A2C'] }, TPP) },
  },
];
