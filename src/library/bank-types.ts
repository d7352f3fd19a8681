/**
 * The types of `import { createBank } from '@psd2-tool/cli/bank'`. This file is packaged as its declarations, so it has
 * only types and imports nothing.
 */

export interface BankOptions {
  /**
   * The bank's time when it opens; it advances from there. Text is ISO 8601 with an offset or Z. Default: this
   * machine's time. It decides runs, sessions and consents; a request's Date is compared with this machine's time.
   */
  readonly clock?: Date | string;
  /** Data in addition to the initial data, as for `Bank.seed`. */
  readonly seed?: SeedWorld | readonly SeedWorld[];
  /** Prefix of the interface's paths, such as `/api-sandbox`. Default: none. */
  readonly basePath?: string;
  /**
   * `production`: certificates must lead to a trusted CA, be seals and have the role of the operation, and there are no
   * sandbox paths for TPPs. Default: `sandbox`, which accepts every certificate.
   */
  readonly policy?: 'sandbox' | 'production';
  /** Production only: PEM of CAs that are trusted in addition to the CA of `tpp()`. */
  readonly authorities?: string | readonly string[];
  /** Production only: admitted TPPs by organizationIdentifier. Default: every TPP of the CAs. */
  readonly registry?: Readonly<Record<string, RegisteredTpp>>;
  /** Production only: true if a connection must present the TPP's QWAC. */
  readonly mutualTls?: boolean;
  /** With `mutualTls`: PEM of the certificate that `Bank.fetch` presents, as a connection would. Default: none. */
  readonly clientCertificate?: string;
  /** True if the bank explains bad signatures as little as real banks do. */
  readonly terseErrors?: boolean;
  /** True if the bank signs its responses with its own seal: Digest, Signature and ASPSP-Signature-Certificate. */
  readonly signResponses?: boolean;
  /** Called with the cause of a 500 or 503, which are neutral towards the TPP. Default: a warning of the process. */
  readonly onUnexpected?: (error: unknown) => void;
}

export interface RegisteredTpp {
  readonly roles: readonly ('PSP_AS' | 'PSP_PI' | 'PSP_AI' | 'PSP_IC')[];
  /** Serial numbers of its revoked certificates, in hexadecimal. */
  readonly revokedSerials?: readonly string[];
}

/** A complete bank in this process. Its data is in temporary files, which are removed when it is closed. */
export interface Bank {
  /** The bank's base URL for `fetch`. Nothing listens there: see `serve`. */
  readonly url: string;
  /**
   * Sends a request to the bank unchanged and unsigned. A path is below the bank's origin. Redirects aren't followed.
   * Like fetch over a network it rejects with a TypeError if there is no response. It also reaches the operations below
   * `/operator`.
   */
  readonly fetch: Fetch;
  /** Returns a TPP with a key and a certificate: one for all banks of this process. The first call takes a moment. */
  tpp(): Promise<Tpp>;
  readonly clock: BankClock;
  /**
   * Approves as the PSU.
   * @param id the id of an authorisation, or of a payment or signing basket with an open authorisation; or the link
   *   scaRedirect
   */
  approve(id: string, psu?: Psu): Promise<PlayedSca>;
  /** Declines as the PSU. */
  decline(id: string, psu?: Psu): Promise<PlayedSca>;
  /** Performs the next scheduled run at once. */
  runBatch(): Promise<BatchRun>;
  /**
   * Changes the bank's data to what a seed file describes. Equal data stays; several worlds are merged.
   * @param options prune: true to delete data that the worlds lack
   */
  seed(world: SeedWorld | readonly SeedWorld[], options?: { readonly prune?: boolean }): Promise<SeedResult>;
  readonly faults: BankFaults;
  /** Creates another bank with a copy of this one's data. From then on the two are independent. */
  fork(): Promise<Bank>;
  /** Also serves the bank over HTTPS at 127.0.0.1, for programs that need a port. Each call opens another port. */
  serve(options?: { readonly port?: number }): Promise<ServedBank>;
  /** Waits for pending requests, then removes the bank's files. Its forks stay open. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export interface Tpp {
  /** An identifier such as `PSDNO-FSA-312345678`. */
  readonly organizationIdentifier: string;
  /** The seal certificate, PEM. Its roles are PSP_PI and PSP_AI. */
  readonly certificate: string;
  /** Its private key, PKCS #8 PEM. */
  readonly key: string;
  /** Its QWAC and the private key, PEM, if the bank has `mutualTls`. Its own fetch presents it. */
  readonly qwac?: { readonly certificate: string; readonly key: string };
  /**
   * Signs a request and sends it to the bank. It adds the headers that signing needs, and X-Request-ID if there is
   * none. Otherwise the same as the bank's own fetch.
   */
  readonly fetch: Fetch;
}

export interface BankClock {
  now(): Promise<Date>;
  /** @param duration such as `90s`, `15m`, `2h`, `3d` or `1d12h` */
  advance(duration: string): Promise<Date>;
  /** @param now a text is ISO 8601 with an offset or Z */
  set(now: Date | string): Promise<Date>;
  /** Returns to this machine's time. */
  reset(): Promise<Date>;
}

/** The PSU of a simulated SCA. The bank chooses absent members. */
export interface Psu {
  /** The customer number. Default: the PSU that the request named, else the owner of the debtor account. */
  readonly as?: string;
  /** Default: PRIVATE. */
  readonly context?: 'PRIVATE' | 'CORPORATE';
  /** The agreement of a corporate context. */
  readonly agreementId?: string;
  /** For a consent: ids of accounts and card accounts. Default: those granted, or all if there are none. */
  readonly accounts?: 'all' | readonly string[];
}

/** The result of a simulated SCA. */
export interface PlayedSca {
  readonly authorisationId: string;
  readonly scaStatus: string;
  readonly paymentId?: string;
  readonly basketId?: string;
  /** For a consent: ids of the accounts granted from now on. */
  readonly accounts?: readonly string[];
  /** The status of the payment or basket. */
  readonly transactionStatus?: string;
  /** The URL to which the PSU's browser would be redirected: TPP-Redirect-URI with the bank's parameters. */
  readonly redirect?: string;
  readonly psuId?: string;
  readonly psuCorporateId?: string;
  readonly context?: string;
}

/** The numbers of payments in a run. */
export interface BatchRun {
  /** The date of the run, YYYY-MM-DD; in the sandbox also a day on which the bank is closed. */
  readonly bankDay: string;
  readonly settled: number;
  readonly sent: number;
  readonly waiting: number;
  readonly rejected: number;
  readonly held: number;
}

/** The path of a seed file, or its content: `{ version: 1, customers: [...] }`. */
export type SeedWorld = string | SeedFile;

export interface SeedFile {
  readonly version: 1;
  readonly customers?: readonly object[];
  readonly agreements?: readonly object[];
}

/** The numbers of customers, accounts, cards, agreements, engagements and transactions. */
export interface SeedResult {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Differences that no operation can change; `prune` deletes and recreates them. */
  readonly differs: number;
  readonly deleted: number;
  readonly ids: SeededIds;
}

/** The bank's ids of the world's objects. */
export interface SeededIds {
  /** Ids by customer number. */
  readonly customers: Readonly<Record<string, string>>;
  /** Ids by bban. */
  readonly accounts: Readonly<Record<string, string>>;
  /** The bban of each account, by its owner's number and its name. */
  readonly bbans: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Ids by the owner's number and the masked PAN. */
  readonly cards: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Ids by the owner's number and the name. */
  readonly agreements: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The faults of a bank; its forks have them too. */
export interface BankFaults {
  add(fault: FaultToAdd): Promise<SetFault>;
  list(): Promise<readonly SetFault[]>;
  /** Clears one of them, or all. */
  clear(faultId?: number): Promise<void>;
}

export interface FaultToAdd {
  /** An error code of the bank, such as SYSTEM_ERROR; a scaStatus, in which authorisations start; or a condition. */
  readonly fault:
    | 'latency'
    | 'dropped-before-commit'
    | 'dropped-after-commit'
    | 'no-funds'
    | 'EXEMPTED'
    | 'PDNG'
    | 'terse-errors'
    | Uppercase<string>;
  /** An operation such as `create payment`. Default: all to which the fault can apply, except the sandbox's own. */
  readonly operation?: string;
  /** The one call to which it applies, counted from now. Default: each. */
  readonly call?: number;
  /** The status, for an error code that has several. */
  readonly status?: number;
  /** Only with `latency`. */
  readonly milliseconds?: number;
}

export interface SetFault extends Omit<FaultToAdd, 'fault' | 'status' | 'milliseconds'> {
  readonly faultId: number;
  readonly fault: string;
  readonly status?: number | undefined;
  readonly milliseconds?: number | undefined;
  /** The number of calls to which it could have applied. */
  readonly calls: number;
  /** The number of calls to which it applied. */
  readonly strikes: number;
}

export interface ServedBank {
  /** Base URL. */
  readonly url: string;
  /** Base URL of the PSU's site, over plain HTTP. */
  readonly siteUrl: string;
  /** The CA of its certificate, PEM. */
  readonly ca: string;
  /** The CA as a file, which exists until the bank is closed. */
  readonly caFile: string;
  /** Stops serving after answering pending requests. The bank stays open. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Opens a bank with the initial data. */
export declare function createBank(options?: BankOptions): Promise<Bank>;
