import { type DerNode, decodeDer, decodeString, readOid, TAG } from './der.ts';
import { OID } from './oids.ts';

export type Psd2Role = 'PSP_AS' | 'PSP_PI' | 'PSP_AI' | 'PSP_IC';

/** The PSD2 statement of ETSI TS 119 495, as far as it could be parsed. */
export interface Psd2Statement {
  readonly roles: readonly Psd2Role[];
  readonly ncaName: string;
  readonly ncaId: string;
}

/** The roles of a payment service provider by object identifier. @see G5-lint */
export const ROLE_OIDS: ReadonlyMap<string, Psd2Role> = new Map([
  ['0.4.0.19495.1.1', 'PSP_AS'],
  ['0.4.0.19495.1.2', 'PSP_PI'],
  ['0.4.0.19495.1.3', 'PSP_AI'],
  ['0.4.0.19495.1.4', 'PSP_IC'],
]);

/** The content of a certificate's qcStatements, and their faults. */
export interface QcStatements {
  /** The object identifiers in QcType. */
  readonly types: readonly string[];
  /** Undefined if there is no PSD2 statement. */
  readonly psd2?: Psd2Statement | undefined;
  readonly faults: readonly QcFault[];
}

/**
 * The texts about statements that violate the grammar of ETSI TS 119 495, for checks of signatures and of certificates.
 */
export const QC_MALFORMED = {
  message: 'The qualified certificate statements are encoded wrongly.',
  remedy: 'Have the certificate reissued with qcStatements encoded as in ETSI TS 119 495.',
  causes: {
    unwrapped: "The statement isn't wrapped in a sequence of statements.",
    'flat-roles': "The roles aren't each in their own sequence.",
    set: "There's a SET in place of a SEQUENCE.",
    'string-type': "A role's name, NCAName or NCAId isn't a UTF8String.",
    'name-oid-mismatch': "A role's name doesn't match its identifier.",
    ncaid: "The authority's identifier doesn't have the form NO-FSA.",
  },
} as const;

/** A fault of qcStatements (G4-certificate-qc-malformed); `grammar` for faults without a name. */
export type QcFault = keyof typeof QC_MALFORMED.causes | 'grammar';

const NAMED_FAULTS = Object.keys(QC_MALFORMED.causes) as readonly QcFault[];

/** Matches country, hyphen and the 2 to 8 letters of the authority (ETSI TS 119 495 5.2.3). */
const NCA_ID = /^[A-Z]{2}-[A-Z]{2,8}$/;

/**
 * Reads the value of the qcStatements extension. If a statement is DER but violates ETSI TS 119 495, reads it as far as
 * its meaning is clear and collects the faults at all levels.
 * @throws DerError if the value isn't DER.
 * @see G5-qc-faults
 */
export function readQcStatements(value: Uint8Array): QcStatements {
  const list = decodeDer(value);
  const faults = new Set<QcFault>();
  const statements = readStatements(list, faults);
  const type = statements.get(OID.qcType);
  if (list.tag === TAG.set || type?.tag === TAG.set) faults.add('set');
  const types = (type?.children ?? [])
    .filter(({ tag }) => tag === TAG.oid)
    .map((one) => readOid(one, 'a QcType'));
  const info = statements.get(OID.psd2);
  const psd2 = info !== undefined && isList(info) ? readPsd2(info, faults) : undefined;
  if (psd2 === undefined && statements.has(OID.psd2)) faults.add('grammar');
  const named = NAMED_FAULTS.filter((fault) => faults.has(fault));
  return { types, psd2, faults: named.length > 0 ? named : [...faults] };
}

/** Reads the statements by object identifier. Without their SEQUENCEs, identifiers and contents alternate. */
function readStatements(list: DerNode, faults: Set<QcFault>): Map<string, DerNode | undefined> {
  const statements = new Map<string, DerNode | undefined>();
  const [roles, ...texts] = list.children;
  // Roles, NCAName and NCAId without the statement's identifier.
  if (
    roles !== undefined &&
    isList(roles) &&
    texts.length === 2 &&
    !texts.map(decodeNodeText).includes(undefined)
  ) {
    faults.add('unwrapped');
    return statements.set(OID.psd2, list);
  }
  for (const [place, child] of list.children.entries()) {
    if (child.tag === TAG.oid) {
      faults.add('unwrapped');
      statements.set(readOid(child, 'a qcStatement'), list.children[place + 1]);
    } else if (child.children[0]?.tag === TAG.oid && list.children[place - 1]?.tag !== TAG.oid) {
      if (child.tag === TAG.set) faults.add('set');
      statements.set(readOid(child.children[0], 'a qcStatement'), child.children[1]);
    }
  }
  return statements;
}

function isList({ tag }: DerNode): boolean {
  return tag === TAG.sequence || tag === TAG.set;
}

function decodeNodeText({ tag, bytes }: DerNode): string | undefined {
  return decodeString(tag, bytes);
}

/** Reads `SEQUENCE { SEQUENCE OF SEQUENCE { role, UTF8String }, UTF8String, UTF8String }`. */
function readPsd2(info: DerNode, faults: Set<QcFault>): Psd2Statement {
  const [list, name, id, ...more] = info.children;
  const isWhole = list !== undefined && isList(list) && name !== undefined && id !== undefined;
  if (info.tag === TAG.set) faults.add('set');
  if (!isWhole || more.length > 0) faults.add('grammar');
  const written = readRoles(info, faults);
  const strings = info.children.filter((child) => !isList(child) && child.tag !== TAG.oid).slice(-2);
  if (strings.some(({ tag }) => tag !== TAG.utf8String)) faults.add('string-type');
  const [ncaName = '', ncaId = ''] = strings.map(decodeNodeText);
  const roles = [...new Set(written.flatMap(({ role }) => role ?? []))];
  if (written.some(({ role, name: said }) => role === undefined || role !== said))
    faults.add('name-oid-mismatch');
  if (!NCA_ID.test(ncaId)) faults.add('ncaid');
  return { roles, ncaName, ncaId };
}

/** Reads the roles in their list, or directly in the statement if there is no list. */
function readRoles(info: DerNode, faults: Set<QcFault>) {
  const lists = info.children.filter(isList);
  const isFlat = ({ children }: DerNode) => children.some(({ tag }) => tag === TAG.oid);
  if (isFlat(info) || lists.length > 1) {
    faults.add('flat-roles');
    return [info, ...lists].flatMap((holder) => readPairs(holder, faults));
  }
  return lists.flatMap((list) => {
    if (list.tag === TAG.set) faults.add('set');
    if (isFlat(list)) {
      faults.add('flat-roles');
      return readPairs(list, faults);
    }
    return list.children.flatMap((role) => {
      if (role.tag === TAG.set) faults.add('set');
      const pairs = readPairs(role, faults);
      if (pairs.length > 1) faults.add('flat-roles');
      else if (!isList(role) || pairs.length === 0 || role.children.length !== 2) faults.add('grammar');
      return pairs;
    });
  });
}

/** Reads each object identifier, which is a role, with the name that follows it; undefined for an unknown role. */
function readPairs(holder: DerNode, faults: Set<QcFault>) {
  return holder.children.flatMap((child, index) => {
    if (child.tag !== TAG.oid) return [];
    const next = holder.children[index + 1];
    if (next !== undefined && next.tag !== TAG.utf8String) faults.add('string-type');
    return [
      { role: ROLE_OIDS.get(readOid(child, 'a PSD2 role')), name: (next && decodeNodeText(next)) ?? '' },
    ];
  });
}
