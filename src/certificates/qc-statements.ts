import { type DerNode, decodeDer, decodeString, readOid, TAG } from './der.ts';
import { OID } from './oids.ts';

export type Psd2Role = 'PSP_AS' | 'PSP_PI' | 'PSP_AI' | 'PSP_IC';

/** The PSD2 statement of ETSI TS 119 495, as far as it could be read. */
export interface Psd2Statement {
  readonly roles: readonly Psd2Role[];
  readonly ncaName: string;
  readonly ncaId: string;
}

/** What is wrong with the qcStatements (G4-certificate-qc-malformed, certificate-qc-malformed). */
export type QcFault =
  | 'unwrapped'
  | 'flat-roles'
  | 'set'
  | 'string-type'
  | 'name-oid-mismatch'
  | 'ncaid'
  /** Built otherwise in a way that has no name. */
  | 'grammar';

/** The roles of a payment service provider. @see G5-lint */
export const ROLE_OIDS: ReadonlyMap<string, Psd2Role> = new Map([
  ['0.4.0.19495.1.1', 'PSP_AS'],
  ['0.4.0.19495.1.2', 'PSP_PI'],
  ['0.4.0.19495.1.3', 'PSP_AI'],
  ['0.4.0.19495.1.4', 'PSP_IC'],
]);

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
 * says is read as far as its meaning is plain, and each fault named, at whatever level it is.
 * @throws DerError when the value is no DER.
 * @see G5-qc-faults
 */
export function readQcStatements(value: Uint8Array): QcStatements {
  const list = decodeDer(value);
  const faults = new Set<QcFault>();
  if (list.tag === TAG.set) faults.add('set');
  const statements = statementsIn(list, faults);
  const type = statements.get(OID.qcType);
  if (type?.tag === TAG.set) faults.add('set');
  const types = readTypes(type);
  if (!statements.has(OID.psd2)) return { types, faults: inOrder(faults) };
  const info = statements.get(OID.psd2);
  if (info?.tag !== TAG.sequence && info?.tag !== TAG.set) {
    return { types, faults: inOrder(faults.add('grammar')) };
  }
  return { types, psd2: readPsd2(info, faults), faults: inOrder(faults) };
}

const FAULTS: readonly QcFault[] = [
  'unwrapped',
  'flat-roles',
  'set',
  'string-type',
  'name-oid-mismatch',
  'ncaid',
  'grammar',
];

/** What no name fits is told only where nothing else is. */
function inOrder(found: ReadonlySet<QcFault>): QcFault[] {
  const faults = FAULTS.filter((fault) => found.has(fault));
  return faults.length > 1 ? faults.filter((fault) => fault !== 'grammar') : faults;
}

/** By object identifier. Statements that are not each wrapped stand as identifier and content one after the other. */
function statementsIn(list: DerNode, faults: Set<QcFault>): Map<string, DerNode | undefined> {
  const statements = new Map<string, DerNode | undefined>();
  if (isBarePsd2(list)) {
    faults.add('unwrapped');
    return statements.set(OID.psd2, list);
  }
  for (const [place, child] of list.children.entries()) {
    if (child.tag === TAG.oid) {
      faults.add('unwrapped');
      statements.set(readOid(child, 'a qcStatement'), list.children[place + 1]);
    } else if (child.children[0]?.tag === TAG.oid && !(list.children[place - 1]?.tag === TAG.oid)) {
      if (child.tag === TAG.set) faults.add('set');
      statements.set(readOid(child.children[0], 'a qcStatement'), child.children[1]);
    }
  }
  return statements;
}

/** Roles, NCAName and NCAId without their identifier. */
function isBarePsd2({ children: [roles, ...texts] }: DerNode): boolean {
  return isList(roles) && texts.length === 2 && texts.every((text) => isText(text));
}

function isList(node: DerNode | undefined): boolean {
  return node?.tag === TAG.sequence || node?.tag === TAG.set;
}

function isText(node: DerNode): boolean {
  return decodeString(node.tag, node.bytes) !== undefined;
}

function readTypes(info: DerNode | undefined): string[] {
  const types = info?.children.filter((child) => child.tag === TAG.oid) ?? [];
  return types.map((type) => readOid(type, 'a QcType'));
}

/** `SEQUENCE { SEQUENCE OF SEQUENCE { role, UTF8String }, UTF8String, UTF8String }`. */
function readPsd2(info: DerNode, faults: Set<QcFault>): Psd2Statement {
  const [list, name, id, ...more] = info.children;
  if (info.tag === TAG.set) faults.add('set');
  if (!isList(list) || name === undefined || id === undefined || more.length > 0) faults.add('grammar');
  const written = readRoleLists(info, faults);
  const strings = info.children.filter((child) => !isList(child) && child.tag !== TAG.oid).slice(-2);
  for (const text of strings) checkString(text, faults);
  const [ncaName = '', ncaId = ''] = strings.map(textOf);
  const roles = [...new Set(written.flatMap(({ role }) => role ?? []))];
  if (written.some(({ role, name: said }) => role === undefined || role !== said))
    faults.add('name-oid-mismatch');
  if (!NCA_ID.test(ncaId)) faults.add('ncaid');
  return { roles, ncaName, ncaId };
}

/** The roles in their list; or in none, when they stand in the statement itself. */
function readRoleLists(info: DerNode, faults: Set<QcFault>) {
  const lists = info.children.filter(isList);
  if (info.children.some(({ tag }) => tag === TAG.oid) || lists.length > 1) {
    faults.add('flat-roles');
    return [info, ...lists].flatMap((holder) => readRoles(holder, faults));
  }
  return lists.flatMap((list) => readRoleList(list, faults));
}

function readRoleList(list: DerNode, faults: Set<QcFault>) {
  if (list.tag === TAG.set) faults.add('set');
  if (list.children.some(({ tag }) => tag === TAG.oid)) {
    faults.add('flat-roles');
    return readRoles(list, faults);
  }
  return list.children.flatMap((role) => {
    if (role.tag === TAG.set) faults.add('set');
    const pairs = readRoles(role, faults);
    if (pairs.length > 1) faults.add('flat-roles');
    else if (!isList(role) || pairs.length === 0 || role.children.length !== 2) faults.add('grammar');
    return pairs;
  });
}

/** Each object identifier with the text that follows it. */
function readRoles(holder: DerNode, faults: Set<QcFault>) {
  return holder.children.flatMap((child, index) => {
    if (child.tag !== TAG.oid) return [];
    const next = holder.children[index + 1];
    if (next !== undefined) checkString(next, faults);
    const name = next === undefined ? '' : textOf(next);
    return [{ role: ROLE_OIDS.get(readOid(child, 'a PSD2 role')), name }];
  });
}

function checkString({ tag }: DerNode, faults: Set<QcFault>): void {
  if (tag !== TAG.utf8String) faults.add('string-type');
}

function textOf(node: DerNode): string {
  return decodeString(node.tag, node.bytes) ?? '';
}

/** What is said of statements that break the grammar of ETSI TS 119 495, by the checks of a signature and of a certificate alike. */
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
