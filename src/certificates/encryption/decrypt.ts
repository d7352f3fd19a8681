import { createDecipheriv, pbkdf2Sync } from 'node:crypto';
import { bmpPassphrase, derivePkcs12, PURPOSE } from './pkcs12-kdf.ts';
import { Rc2Wanted, SecretRefusal } from './refusal.ts';
import type { EncryptionScheme } from './scheme.ts';

/** RC2, which node:crypto has only with its legacy provider; handed in where it is wanted. */
export type Rc2 = (key: Uint8Array, iv: Uint8Array, data: Uint8Array) => Uint8Array | undefined;

/** A passphrase in the forms in which key derivations take it. */
export interface PassphraseForms {
  readonly utf8: Uint8Array;
  readonly bmp: Uint8Array;
}

export function formsOf(passphrase: string): PassphraseForms {
  return { utf8: Buffer.from(passphrase, 'utf8'), bmp: bmpPassphrase(passphrase) };
}

/** Some programs write no passphrase as nothing at all, without the final NUL. */
export const NO_PASSPHRASE: PassphraseForms = { utf8: new Uint8Array(), bmp: new Uint8Array() };

/** @throws SecretRefusal passphrase-wrong when what comes out is not padded as it was; Rc2Wanted */
export function decrypt(
  { data, scheme }: { readonly data: Uint8Array; readonly scheme: EncryptionScheme },
  passphrase: PassphraseForms,
  rc2?: Rc2,
): Uint8Array {
  const { cipher } = scheme;
  if (data.length === 0 || data.length % cipher.blockBytes !== 0) {
    throw new SecretRefusal(
      'damaged',
      `its encrypted part has ${data.length} bytes, which its cipher never produces`,
    );
  }
  const { key, iv } = derive(scheme, passphrase);
  if (cipher.name === 'rc2-cbc') {
    if (rc2 === undefined) throw new Rc2Wanted();
    return rc2(key, iv, data) ?? wrong();
  }
  // With two keys the first one is used twice.
  const whole = cipher.name === 'des-ede3-cbc' ? Buffer.concat([key, key]).subarray(0, 24) : key;
  const decipher = createDecipheriv(cipher.name, whole, iv);
  try {
    return Buffer.concat([decipher.update(data), decipher.final()]);
  } catch {
    return wrong();
  }
}

function wrong(): never {
  throw new SecretRefusal('passphrase-wrong', "the passphrase doesn't open it");
}

function derive(scheme: EncryptionScheme, passphrase: PassphraseForms): { key: Uint8Array; iv: Uint8Array } {
  const { hash, salt, iterations, cipher } = scheme;
  if (scheme.derivation === 'pbkdf2') {
    const key = pbkdf2Sync(passphrase.utf8, salt, iterations, cipher.keyBytes, hash);
    return { key, iv: scheme.iv ?? new Uint8Array() };
  }
  const common = { hash, salt, iterations };
  return {
    key: derivePkcs12(passphrase.bmp, { ...common, purpose: PURPOSE.key, length: cipher.keyBytes }),
    iv: derivePkcs12(passphrase.bmp, { ...common, purpose: PURPOSE.iv, length: cipher.blockBytes }),
  };
}
