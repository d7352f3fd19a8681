import type { KeyObject } from 'node:crypto';
import type { Certificate } from '../certificates/certificate.ts';
import type { Header, HttpRequest } from '../message.ts';
import type { FindingCause, FindingCode } from '../signing/findings.ts';
import type { Signer, SignOptions } from '../signing/sign.ts';
import type { SigningLine } from '../signing/signing-string.ts';
import type { Operation } from '../wire/operations.ts';
import type { NewExtension, QcParts, Usage } from './reissue.ts';

/** The request that is to be signed wrongly. */
export interface Subject {
  readonly request: HttpRequest;
  readonly signer: Signer;
  readonly options: SignOptions;
}

/**
 * What is done otherwise, in the order in which it is done. What is not named is done rightly. Two breaks that name
 * the same step exclude each other; all others go together.
 */
export interface Plan {
  // The certificate, issued anew.
  readonly term?: (at: number) => { readonly notBefore: number; readonly notAfter: number };
  readonly holder?: () => KeyObject;
  readonly usage?: Usage;
  /** The value of qcStatements, as DER. */
  readonly statements?: (parts: QcParts) => Buffer;
  /** How it is written into its header; undefined for no header. */
  readonly certificateText?: (certificate: Certificate) => string | undefined;

  // Date, body and Digest, wrong before they are signed.
  readonly time?: (at: number) => number;
  readonly dateText?: (time: number) => string | undefined;
  readonly content?: (body: Buffer) => Content;
  readonly hashText?: (hash: Buffer) => string;
  readonly hashAlphabet?: (text: string) => string;
  readonly digestText?: (algorithm: string, hash: string) => string | undefined;

  /** A header that isn't sent. */
  readonly omitted?: (operation: Operation) => string | undefined;

  // The names, as signed and as listed, and the signing string.
  readonly unsigned?: (names: readonly string[]) => string | undefined;
  /** The order in which lines are listed, and signed unless `order` says otherwise. */
  readonly listed?: (lines: readonly SigningLine[]) => readonly SigningLine[];
  readonly absent?: (isSent: (name: string) => boolean) => string;
  readonly listName?: (sent: string) => string;
  readonly list?: (names: readonly string[]) => string | undefined;
  readonly target?: (request: HttpRequest) => string;
  readonly value?: (lines: readonly SigningLine[]) => SigningLine;
  readonly order?: (lines: readonly SigningLine[], sent: readonly string[]) => readonly SigningLine[];
  /** The lines that are signed of those that are listed, or with others. */
  readonly signed?: (lines: readonly SigningLine[], request: HttpRequest) => readonly SigningLine[];
  readonly begin?: string;
  readonly lineName?: (sent: string) => string;
  readonly colon?: string;
  readonly lineValue?: (value: string) => string;
  readonly joint?: string;
  readonly end?: string;
  /** In place of the whole signing string. */
  readonly text?: (request: HttpRequest) => Uint8Array;
  readonly encoded?: (bytes: Buffer) => Buffer;

  // The signature.
  readonly hashedFirst?: (bytes: Buffer) => Buffer;
  readonly hash?: 'sha1' | 'sha384' | 'sha512';
  readonly padding?: 'pss';
  readonly key?: 'another';
  readonly cut?: (signature: Buffer) => Buffer;
  readonly signatureText?: (signature: Buffer) => string;

  // The Signature value.
  readonly serial?: (certificate: Certificate) => string;
  readonly issuer?: (certificate: Certificate) => string;
  readonly keyIdJoint?: string;
  readonly keyId?: (parts: KeyIdParts) => string;
  readonly algorithm?: () => string | undefined;
  readonly repeated?: 'keyId';
  /** A parameter that nobody knows. */
  readonly note?: string;
  readonly quoted?: (value: string) => string;
  readonly prefix?: string;
  readonly ending?: string;
  readonly word?: (value: string) => string;

  // What is sent.
  readonly place?: 'nowhere' | 'authorization';
  readonly twice?: (lines: readonly SigningLine[]) => string | undefined;
}

/** What a digest is made of, and the body that is sent with it. */
export interface Content {
  readonly hashed: Uint8Array;
  readonly sent: Uint8Array;
  /** Content-Encoding. */
  readonly encoding?: string;
}

export interface KeyIdParts {
  readonly serial: string;
  readonly issuer: string;
  readonly certificate: Certificate;
}

/** What a break adds before anything is done wrong, none of which does the request harm. */
export interface Needs {
  readonly headers?: readonly NeededHeader[];
  /** Gives the headers to complete; it may change or add some. */
  readonly prepare?: (headers: readonly Header[]) => readonly Header[];
  /** The name, in lower case, of a header that is signed too. */
  readonly signs?: string;
  /** `(request-target)` is signed. */
  readonly target?: boolean;
  /** A Digest of no bytes where there is no body. */
  readonly digest?: boolean;
  /** The certificate's issuer has another part, of a type that RFC 2253 has no name for. */
  readonly issuerPart?: boolean;
  /** An extension that the certificate gets. */
  readonly extension?: (certificate: Certificate) => readonly [id: string, extension: NewExtension];
}

export type NeededHeader = 'X-Request-ID' | 'PSU-ID';

/** One way of signing wrongly. */
export interface Way {
  /** One sentence: what is done wrong. */
  readonly summary: string;
  readonly plan: Plan;
  /** Steps of which this way leaves nothing to be seen: no other break may name them. */
  readonly takes?: readonly (keyof Plan)[];
  readonly needs?: Needs | ((subject: Subject) => Needs);
  /** What the request lacks so that it can't show this: `a body`. */
  readonly lack?: (subject: Subject) => string | undefined;
}

/** `code`, or `code/cause`. */
export type BreakName = { [Code in FindingCode]: Code | `${Code}/${FindingCause<Code>}` }[FindingCode];

export type Ways = Readonly<Partial<Record<BreakName, Way>>>;
