import forge from 'node-forge';

/** The functions of node-forge that its types lack. */
interface ForgeRc2 {
  createDecryptionCipher(
    key: string,
    bits: number,
  ): {
    start(iv: string): void;
    update(data: forge.util.ByteStringBuffer): void;
    finish(): boolean;
    readonly output: forge.util.ByteStringBuffer;
  };
}

const { rc2: forgeRc2 } = forge as unknown as { readonly rc2: ForgeRc2 };

/** Decrypts RC2 in CBC mode, as in old PKCS #12 files; returns undefined if the padding is wrong. */
export function decryptRc2(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array | undefined {
  const cipher = forgeRc2.createDecryptionCipher(decodeLatin1(key), 8 * key.length);
  cipher.start(decodeLatin1(iv));
  cipher.update(forge.util.createBuffer(decodeLatin1(data)));
  return cipher.finish() ? Buffer.from(cipher.output.getBytes(), 'latin1') : undefined;
}

function decodeLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
