import { readFileSync } from 'node:fs';
import { openBank } from './open-bank.ts';

/**
 * The file of a bank that has its tables and no world yet: to make the tables takes longer than all else that a bank
 * begins with. It is made at a path in a folder that is there, where the caller removes it.
 */
export async function emptyStoreAt(path: string): Promise<Uint8Array> {
  const bank = openBank({ path, isVolatile: true, onUnexpected: refuse });
  await bank.open();
  await bank.close();
  return readFileSync(path);
}

function refuse(fault: unknown): never {
  throw fault;
}
