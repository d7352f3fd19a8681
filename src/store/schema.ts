/**
 * The tables of a store, and the version that distinguishes them from those of other builds; the same for every engine.
 */
import { Fault } from '../errors.ts';

export interface Schema {
  /** Above 0; 0 denotes a store without tables. A build with other tables has another version. */
  readonly version: number;
  /** One SQL statement each, run in order on a new store. */
  readonly statements: readonly string[];
  /** Whole sentences that explain how to save the content with the earlier build that created the store. */
  readonly saveHint?: string;
}

/**
 * Rejects a store of another build. Throws Fault STORE_UNUSABLE.
 * @param version of the store, which has tables
 * @see S7-newer-refused, S7-earlier-refused
 */
export function refuseOtherVersion(schema: Schema, version: number, store: string): void {
  if (version === schema.version) return;
  const { saveHint = 'Save what you need with that build.' } = schema;
  const [text, hint] =
    version > schema.version
      ? [
          `The store ${store} has version ${version}, but this program only knows versions up to ${schema.version}.`,
          'Use the newer psd2 that created it, or set PSD2_HOME to another folder.',
        ]
      : [
          `An earlier build of psd2 created the store ${store}: it has version ${version}, and this program needs ${schema.version}.`,
          `${saveHint} Then move ${store} and its -wal and -shm files away. A new store is created on next use.`,
        ];
  throw new Fault('STORE_UNUSABLE', text, { hint });
}
