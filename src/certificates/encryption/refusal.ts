/** Why something encrypted was not opened. */
export type SecretFault =
  /** It is not built as its standard says. */
  | 'damaged'
  /** Deriving its key would take too long. @see S12-pkcs12-iterations */
  | 'iterations'
  /** An encryption that is not opened here. */
  | 'unsupported'
  /** A key for something else than signatures. */
  | 'key-kind'
  | 'passphrase-missing'
  | 'passphrase-wrong';

/** Thrown within this folder and its callers', caught at their doors. */
export class SecretRefusal extends Error {
  override readonly name = 'SecretRefusal';
  readonly fault: SecretFault;

  constructor(fault: SecretFault, reason: string) {
    super(reason);
    this.fault = fault;
  }
}

/** RC2 is wanted: only some files of old have it, so it is loaded only then. */
export class Rc2Wanted extends SecretRefusal {
  constructor() {
    super('unsupported', "it's encrypted with RC2");
  }
}
