import type { SecretFault } from '../../certificates/encryption/refusal.ts';
import type { ForeignFile } from '../../certificates/foreign-files.ts';
import { Fault } from '../../errors.ts';
import { shellWord } from '../../own-file.ts';
import type { Passphrase } from './passphrase.ts';

/** What was not opened, in what kind of file. */
export interface Unopened {
  readonly name: string;
  readonly kind: 'pkcs12' | 'key';
  readonly fault: Exclude<SecretFault, 'passphrase-missing'>;
  readonly reason: string;
}

/** @see S12-pkcs12-iterations */
export function unopenedFault(
  { name, kind, fault, reason }: Unopened,
  passphrase: Passphrase | undefined,
): Fault {
  const what = kind === 'pkcs12' ? name : `The private key in ${name}`;
  switch (fault) {
    case 'passphrase-wrong': {
      const from = passphrase === undefined ? '' : ` from ${passphrase.from}`;
      return new Fault('INPUT_INVALID', `The passphrase${from} doesn't open ${name}.`, {
        hint: `A damaged file gives the same error. Try: openssl ${kind === 'pkcs12' ? 'pkcs12' : 'pkey'} -noout -in ${shellWord(name)}`,
      });
    }
    case 'damaged':
      return new Fault('FILE_UNREADABLE', `${what} is damaged: ${reason}.`, {
        hint: 'Fetch the file again from its source and copy it as a binary file.',
      });
    case 'key-kind':
      return new Fault('INPUT_INVALID', `${what} can't be used here: ${reason}.`, {
        hint: 'Use the RSA key that belongs to the certificate.',
      });
    default:
      return new Fault('FILE_UNREADABLE', `${what} can't be opened: ${reason}.`, {
        hint: convert(name, kind, fault),
      });
  }
}

/** Commands that write the same with algorithms of today. */
function convert(name: string, kind: Unopened['kind'], fault: SecretFault): string {
  const file = shellWord(name);
  if (kind === 'key') {
    const old = fault === 'iterations' ? '' : ' -provider legacy -provider default';
    return `Convert it: openssl pkey${old} -in ${file} -aes256 -out new.key.pem`;
  }
  const old = fault === 'iterations' ? '' : ' -legacy';
  const lower = fault === 'iterations' ? ' -iter 100000' : '';
  return `Convert it: openssl pkcs12${old} -in ${file} -noenc -out plain.pem && openssl pkcs12 -export${lower} -in plain.pem -out new.p12. Then delete plain.pem.`;
}

/** How a file of old is made one of today. */
export function oldFileNotice(name: string): string {
  return `${name} is encrypted with RC2, an old cipher that Node.js and openssl 3 refuse. ${convert(name, 'pkcs12', 'unsupported')}`;
}

export function foreignFault(name: string, { what, remedy }: ForeignFile): Fault {
  return new Fault('INPUT_INVALID', `${name} is ${what}.`, {
    hint: remedy.replaceAll('{file}', shellWord(name)),
  });
}

export function damagedFault(name: string, reason: string): Fault {
  return new Fault('FILE_UNREADABLE', `${name} has no readable certificate: ${reason}.`, {
    hint: 'Fetch the file again from its source. Keep the line breaks of a PEM file, and copy a DER file as binary.',
  });
}
