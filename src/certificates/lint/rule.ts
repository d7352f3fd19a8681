import type { KeyObject } from 'node:crypto';
import { type Certificate, type Extension, openCertificate } from '../certificate.ts';
import { type DerNode, decodeDer, decodeOr, readOid, TAG } from '../der.ts';
import { OID } from '../oids.ts';
import type { Psd2Role } from '../qc-statements.ts';
import type { Chain } from '../trust.ts';

/** Requirements beside the standards. */
export interface LintOptions {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Each must be there; absent: what the bank's operations need is told as a warning. */
  readonly roles?: readonly Psd2Role[] | undefined;
  /** The required type; absent: either. */
  readonly type?: 'seal' | 'qwac' | undefined;
  /** Its private key, or what is taken for it. */
  readonly key?: KeyObject | undefined;
  /** The certificates that came with it. */
  readonly chain?: Chain | undefined;
  /** One that ends within so many days is told of. */
  readonly days: number;
}

/** A certificate opened as far as its rules look. */
export interface LintSubject extends LintOptions {
  readonly certificate: Certificate;
  /** 1, 2 or 3. */
  readonly version: number;
  /** Content octets. */
  readonly serial: Uint8Array;
  /** As the issuer signed it, and as the signed part says. */
  readonly signatureAlgorithm: string;
  readonly innerSignatureAlgorithm: string;
  /** Tags of notBefore and notAfter. */
  readonly timeTags: readonly number[];
  readonly extensions: ReadonlyMap<string, Extension>;
  /** By object identifier; undefined when there are none that can be read one by one. */
  readonly statements: ReadonlyMap<string, DerNode | undefined> | undefined;
  /** Their object identifiers as they stand, with repeats. */
  readonly statementOids: readonly string[];
}

/** The certificate was read before, so that its structure is sound. */
export function lintSubject(certificate: Certificate, options: LintOptions): LintSubject {
  const { version, serial, algorithm, innerAlgorithm, validity, extensions } = openCertificate(
    certificate.der,
  );
  return {
    ...options,
    certificate,
    version: 1 + (version?.children[0]?.bytes[0] ?? 0),
    serial: serial?.bytes ?? new Uint8Array(),
    signatureAlgorithm: readAlgorithm(algorithm),
    innerSignatureAlgorithm: readAlgorithm(innerAlgorithm),
    timeTags: (validity?.children ?? []).map(({ tag }) => tag),
    extensions,
    statements: readStatements(extensions.get(OID.qcStatements)),
    statementOids: listFirstOids(readDerOfExtension(extensions.get(OID.qcStatements))),
  };
}

function readAlgorithm(node: DerNode): string {
  return readOidOrUndefined(node.children[0]) ?? 'none';
}

function readStatements(
  extension: Extension | undefined,
): ReadonlyMap<string, DerNode | undefined> | undefined {
  const list = readDerOfExtension(extension);
  if (list?.tag !== TAG.sequence || list.children[0]?.tag === TAG.oid) return undefined;
  const statements = list.children.flatMap(({ children: [type, info] }) => {
    const oid = readOidOrUndefined(type);
    return oid === undefined ? [] : [[oid, info] as const];
  });
  return new Map(statements);
}

/** The DER in an extension; undefined when there is none, or none that can be read. */
export function readDerOfExtension(extension: Extension | undefined): DerNode | undefined {
  return extension === undefined ? undefined : tryRead(() => decodeDer(extension.value));
}

/** An object identifier; undefined when the value is none. */
export function readOidOrUndefined(node: DerNode | undefined): string | undefined {
  return tryRead(() => readOid(node, 'an object identifier'));
}

/** Object identifiers that stand first in the values of a list. */
export function listFirstOids(list: DerNode | undefined): string[] {
  return (list?.children ?? []).flatMap(({ children: [type] }) => readOidOrUndefined(type) ?? []);
}

function tryRead<Value>(read: () => Value): Value | undefined {
  return decodeOr(read, () => undefined);
}

/** An error is a fault; a warning may be one to a stricter reader. */
export type LintSeverity = 'error' | 'warning';

/** One place where a rule is broken. */
export interface LintIssue {
  /** One of the rule's causes. */
  readonly cause?: string;
  /** One more sentence: the values at hand. */
  readonly detail?: string;
  /** Where the rule's own doesn't apply. */
  readonly severity?: LintSeverity;
}

/** One row of the table: the words of a cause are put after the message. */
export interface LintRule {
  readonly severity: LintSeverity;
  /** Document and clause. */
  readonly reference: string;
  readonly message: string;
  readonly remedy: string;
  readonly causes?: Readonly<Record<string, string>>;
  /** True if the rule also applies to a CA's own certificate. */
  readonly isForCa?: true;
  /** Causes whose severity isn't the rule's own. */
  readonly severities?: Readonly<Record<string, LintSeverity>>;
  /** Tells whether the rule is broken, or by which of its causes, or each place where it is. */
  readonly check: (
    subject: LintSubject,
  ) => boolean | Readonly<Record<string, boolean | undefined>> | readonly LintIssue[];
}

export type LintRules = Readonly<Record<string, LintRule>>;

/** The rule is broken, with a detail, when the condition holds. */
export function createBreachIf(condition: boolean, detail: string): readonly LintIssue[] {
  return condition ? [{ detail }] : [];
}
