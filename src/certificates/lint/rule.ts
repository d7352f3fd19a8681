import type { KeyObject } from 'node:crypto';
import { type Certificate, type Extension, openCertificate } from '../certificate.ts';
import { type DerNode, decodeDer, readOid, TAG, tryDecode } from '../der.ts';
import { OID } from '../oids.ts';
import type { Psd2Role } from '../qc-statements.ts';
import type { Chain } from '../trust.ts';

/** The requirements besides the standards. */
export interface LintOptions {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The required roles; absent: roles that the bank's operations need are only reported as warnings. */
  readonly roles?: readonly Psd2Role[] | undefined;
  /** The required type; absent: any type. */
  readonly type?: 'seal' | 'qwac' | undefined;
  /** The private key that should match. */
  readonly key?: KeyObject | undefined;
  /** The certificates in the same file. */
  readonly chain?: Chain | undefined;
  /** The number of days before its end from which the validity is reported. */
  readonly days: number;
}

/** A certificate, parsed as far as the rules need. */
export interface LintSubject extends LintOptions {
  readonly certificate: Certificate;
  /** The version: 1, 2 or 3. */
  readonly version: number;
  /** The content octets. */
  readonly serial: Uint8Array;
  /** The algorithm of the signature, and the one in the signed part. */
  readonly signatureAlgorithm: string;
  readonly innerSignatureAlgorithm: string;
  /** The tags of notBefore and notAfter. */
  readonly timeTags: readonly number[];
  readonly extensions: ReadonlyMap<string, Extension>;
  /** The statements by object identifier; undefined if none can be parsed. */
  readonly statements: ReadonlyMap<string, DerNode | undefined> | undefined;
  /** The object identifiers in order, with repeats. */
  readonly statementOids: readonly string[];
}

/** Creates the subject of the rules from a parsed certificate, whose structure is therefore valid. */
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

/** Parses the DER in an extension; returns undefined if it is absent or unreadable. */
export function readDerOfExtension(extension: Extension | undefined): DerNode | undefined {
  return extension === undefined ? undefined : tryDecode(() => decodeDer(extension.value));
}

/** Reads an object identifier; returns undefined for another value. */
export function readOidOrUndefined(node: DerNode | undefined): string | undefined {
  return tryDecode(() => readOid(node, 'an object identifier'));
}

/** Lists the object identifiers that come first in the values of a list. */
export function listFirstOids(list: DerNode | undefined): string[] {
  return (list?.children ?? []).flatMap(({ children: [type] }) => readOidOrUndefined(type) ?? []);
}

/** The severity of a rule: an error is a fault; a warning may be one for a stricter reader. */
export type LintSeverity = 'error' | 'warning';

/** One violation of a rule. */
export interface LintIssue {
  /** One of the rule's causes. */
  readonly cause?: string;
  /** One more sentence with the actual values. */
  readonly detail?: string;
  /** Replaces the severity of the rule. */
  readonly severity?: LintSeverity;
}

/** Returns true if the rule is violated, or its violated causes, or each violation. */
type Check = (
  subject: LintSubject,
) => boolean | Readonly<Record<string, boolean | undefined>> | readonly LintIssue[];

/** One row of the table; the text of a cause follows the message. */
export interface LintRule {
  readonly severity: LintSeverity;
  /** The document and clause. */
  readonly reference: string;
  readonly message: string;
  readonly remedy: string;
  readonly causes?: Readonly<Record<string, string>> | undefined;
  /** True if the rule also applies to a CA's own certificate. */
  readonly isForCa: boolean;
  /** The severities of causes that differ from the rule's own. */
  readonly severities: Readonly<Record<string, LintSeverity>>;
  readonly check: Check;
}

const CAUSE = /^([a-z-]+)(?: \((error|warning)\))?: (.*)$/;

/**
 * Creates a rule from its text: a line for the reference, the message, the remedy and each cause. `CA | ` and
 * `warning | ` before the reference mark a rule that also applies to CAs, and one whose violation is a warning.
 */
export function createRule(text: string, check: Check): LintRule {
  const [first = '', message = '', remedy = '', ...lines] = text.split(/\n */);
  const [flags, reference] = first.includes(' | ') ? first.split(' | ') : ['', first];
  const causes = lines.map((line) => CAUSE.exec(line) ?? []);
  const severities = causes.filter(([, , severity]) => severity !== undefined);
  return {
    severity: flags?.includes('warning') ? 'warning' : 'error',
    reference: reference ?? '',
    message,
    remedy,
    causes:
      lines.length === 0 ? undefined : Object.fromEntries(causes.map(([, name, , says]) => [name, says])),
    isForCa: flags?.includes('CA') === true,
    severities: Object.fromEntries(severities.map(([, name, severity]) => [name, severity])),
    check,
  };
}

/** Creates a violation with a detail if the condition is true. */
export function createBreachIf(condition: boolean, detail: string): readonly LintIssue[] {
  return condition ? [{ detail }] : [];
}
