import type { Psd2Role, Psd2Statement, QcFault } from './certificate.ts';
import { type DerNode, decodeDer, TAG } from './der.ts';
import { readOid } from './der-values.ts';
import { OID, ROLE_OIDS } from './oids.ts';
import { decodeString } from './strings.ts';

/** What the qcStatements of a certificate say, and what is wrong with them. */
export interface QcStatements {
  /** Object identifiers in QcType. */
  readonly types: readonly string[];
  /** Absent when there is no PSD2 statement. */
  readonly psd2?: Psd2Statement;
  readonly faults: readonly QcFault[];
}

/** Country, hyphen, 2 to 8 letters that name the authority (ETSI TS 119 495 5.2.3). */
const NCA_ID = /^[A-Z]{2}-[A-Z]{2,8}$/;

/**
 * Reads the value of the qcStatements extension. A statement that is DER but built otherwise than ETSI TS 119 495
 * says is read as far as its meaning is plain, and the fault named.
 * @throws DerError when the value is no DER.
 * @see G5-qc-faults
 */
export function readQcStatements(value: Uint8Array): QcStatements {
  const list = decodeDer(value);
  const isUnwrapped = list.children[0]?.tag === TAG.oid;
  const statements = new Map<string, DerNode | undefined>();
  for (const { children } of isUnwrapped ? [list] : list.children) {
    if (children[0]?.tag === TAG.oid) statements.set(readOid(children[0], 'a qcStatement'), children[1]);
  }
  const types = readTypes(statements.get(OID.qcType));
  const unwrapped: readonly QcFault[] = isUnwrapped ? ['unwrapped'] : [];
  const info = statements.get(OID.psd2);
  if (info?.tag !== TAG.sequence) return { types, faults: unwrapped };
  const { psd2, faults } = readPsd2(info);
  return { types, psd2, faults: [...unwrapped, ...faults] };
}

function readTypes(info: DerNode | undefined): string[] {
  const types = info?.children.filter((child) => child.tag === TAG.oid) ?? [];
  return types.map((type) => readOid(type, 'a QcType'));
}

/** `SEQUENCE { SEQUENCE OF SEQUENCE { role, name }, NCAName, NCAId }`. */
function readPsd2(info: DerNode): { readonly psd2: Psd2Statement; readonly faults: QcFault[] } {
  const lists = info.children.filter((child) => child.tag === TAG.sequence);
  const holders = lists.length === 0 ? [info] : lists;
  const isFlat = holders.some((holder) => holder.children.some((child) => child.tag === TAG.oid));
  const written = holders.flatMap((holder) => (isFlat ? [holder] : holder.children)).flatMap(readRoles);
  const texts = info.children
    .filter((child) => child.tag !== TAG.sequence && child.tag !== TAG.oid)
    .slice(-2);
  const [ncaName = '', ncaId = ''] = texts.map(textOf);
  const roles = [...new Set(written.flatMap(({ role }) => role ?? []))];
  const faults: QcFault[] = [];
  if (isFlat) faults.push('flat-roles');
  if (written.some(({ role, name }) => role === undefined || role !== name)) faults.push('name-oid-mismatch');
  if (!NCA_ID.test(ncaId)) faults.push('ncaid');
  return { psd2: { roles, ncaName, ncaId }, faults };
}

interface WrittenRole {
  /** What the object identifier means, which counts; undefined when it is none of the four. */
  readonly role: Psd2Role | undefined;
  /** The name written beside it. */
  readonly name: string;
}

/** Each object identifier with the text that follows it. */
function readRoles(holder: DerNode): WrittenRole[] {
  return holder.children.flatMap((child, index) => {
    if (child.tag !== TAG.oid) return [];
    const next = holder.children[index + 1];
    const name = next === undefined ? '' : textOf(next);
    return [{ role: ROLE_OIDS.get(readOid(child, 'a PSD2 role')), name }];
  });
}

function textOf(node: DerNode): string {
  return decodeString(node.tag, node.bytes) ?? '';
}
