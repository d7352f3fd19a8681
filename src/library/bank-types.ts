/**
 * The types of `import { createBank } from '@psd2-tool/cli/bank'`. This file is packaged as its declarations, so it has
 * only types and imports nothing.
 */

export interface BankOptions {
  /**
   * The bank's time when it opens; it runs from there. Text is ISO 8601 with an offset or Z. Default: this machine's
   * time. It decides runs, sessions and consents; a request's Date is compared with this machine's time.
   */
  readonly clock?: Date | string;
  /** Data beside the initial data, as for `Bank.seed`. */
  readonly seed?: SeedWorld | readonly SeedWorld[];
  /** Prefix of the interface's paths, such as `/api-sandbox`. Default: none. */
  readonly basePath?: string;
  /**
   * `production`: certificates must lead to a trusted CA, be seals and have the role of the operation, and there are no
   * sandbox paths for TPPs. Default: `sandbox`, which accepts every certificate.
   */
  readonly policy?: 'sandbox' | 'production';
  /** Production only: PEM of CAs that are trusted beside the one of `tpp()`. */
  readonly authorities?: string | readonly string[];
  /** Production only: admitted TPPs by organizationIdentifier. Default: every TPP of the CAs. */
  readonly registry?: Readonly<Record<string, RegisteredTpp>>;
  /** Production only: true if a connection must show the TPP's QWAC. */
  readonly mutualTls?: boolean;
  /** With `mutualTls`: PEM of what `Bank.fetch` shows, as a connection would. Default: nothing. */
  readonly clientCertificate?: string;
  /** True if the bank explains bad signatures as little as real banks do. */
  readonly terseErrors?: boolean;
  /**
   * True if the bank signs its answers with its own seal: Digest, Signature and ASPSP-Signature-Certificate.
   */
  readonly signResponses?: boolean;
  /** Told what is behind a 500 or 503, which are neutral towards the TPP. Default: a warning of the process. */
  readonly onUnexpected?: (error: unknown) => void;
}

export interface RegisteredTpp {
  readonly roles: readonly ('PSP_AS' | 'PSP_PI' | 'PSP_AI' | 'PSP_IC')[];
  /** Serial numbers of its revoked certificates, in hexadecimal. */
  readonly revokedSerials?: readonly string[];
}

/** A whole bank in this process. Its data is in temporary files, which are removed when it is closed. */
export interface Bank {
  /** The bank's base URL for `fetch`. Nothing listens there: see `serve`. */
  readonly url: string;
  /**
   * Sends a request to the bank as it is, unsigned. A path is below the bank's origin. Redirects aren't followed. Like
   * fetch over a network it rejects with a TypeError where there is no answer. The acts below `/operator` are there too.
   */
  readonly fetch: Fetch;
  /** A TPP with a key and a certificate: one for all banks of this process. The first call takes a moment. */
  tpp(): Promise<Tpp>;
  readonly clock: BankClock;
  /**
   * Plays the PSU, who approves.
   * @param id of an authorisation, or of a payment or signing basket, whose open authorisation is meant; or the link
   *   scaRedirect
   */
  approve(id: string, psu?: Psu): Promise<PlayedSca>;
  /** Plays the PSU, who declines. */
  decline(id: string, psu?: Psu): Promise<PlayedSca>;
  /** The next scheduled run, at once. */
  runBatch(): Promise<BatchRun>;
  /**
   * Makes the bank's data what a seed file describes. What is there and equal stays; several worlds are one.
   * @param options prune: whether what they lack is deleted
   */
  seed(world: SeedWorld | readonly SeedWorld[], options?: { readonly prune?: boolean }): Promise<Seeded>;
  readonly faults: BankFaults;
  /** Another bank with a copy of everything that this one has. From then on neither sees what happens in the other. */
  fork(): Promise<Bank>;
  /** Also serves the bank over HTTPS at 127.0.0.1, for programs that need a port. Call it again for another. */
  serve(options?: { readonly port?: number }): Promise<ServedBank>;
  /** Waits for what runs, then removes the bank's files. Its forks stay. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export interface Tpp {
  /** Such as `PSDNO-FSA-312345678`. */
  readonly organizationIdentifier: string;
  /** The seal certificate, PEM. Its roles are PSP_PI and PSP_AI. */
  readonly certificate: string;
  /** Its private key, PKCS #8 PEM. */
  readonly key: string;
  /** Its QWAC and the private key, PEM, where the bank has `mutualTls`. Its own fetch shows it. */
  readonly qwac?: { readonly certificate: string; readonly key: string };
  /**
   * Signs a request and sends it to the bank. It adds what signing needs, and X-Request-ID if there is none.
   * Otherwise as the bank's own fetch.
   */
  readonly fetch: Fetch;
}

export interface BankClock {
  now(): Promise<Date>;
  /** @param duration such as `90s`, `15m`, `2h`, `3d` or `1d12h` */
  advance(duration: string): Promise<Date>;
  /** @param now a text is ISO 8601 with an offset or Z */
  set(now: Date | string): Promise<Date>;
  /** This machine's time again. */
  reset(): Promise<Date>;
}

/** The PSU of an act. Absent members are the bank's choice. */
export interface Psu {
  /** Customer number. Default: the PSU that the request named, else the owner of the debtor account. */
  readonly as?: string;
  /** Default: PRIVATE. */
  readonly context?: 'PRIVATE' | 'CORPORATE';
  /** The agreement of a corporate context. */
  readonly agreementId?: string;
  /** For a consent: ids of accounts and card accounts. Default: those granted, or all if there is none. */
  readonly accounts?: 'all' | readonly string[];
}

/** The result of an act. */
export interface PlayedSca {
  readonly authorisationId: string;
  readonly scaStatus: string;
  readonly paymentId?: string;
  readonly basketId?: string;
  /** For a consent: ids of the accounts granted from now on. */
  readonly accounts?: readonly string[];
  /** Status of the payment or basket. */
  readonly transactionStatus?: string;
  /** Where the PSU's browser would go: TPP-Redirect-URI with the bank's parameters. */
  readonly redirect?: string;
  readonly psuId?: string;
  readonly psuCorporateId?: string;
  readonly context?: string;
}

/** The numbers of payments in a run. */
export interface BatchRun {
  /** The date of the run, YYYY-MM-DD; in the sandbox a day on which the bank is closed, too. */
  readonly bankDay: string;
  readonly settled: number;
  readonly sent: number;
  readonly waiting: number;
  readonly rejected: number;
  readonly held: number;
}

/** The path of a seed file, or what stands in one: `{ version: 1, customers: [...] }`. */
export type SeedWorld = string | SeedFile;

export interface SeedFile {
  readonly version: 1;
  readonly customers?: readonly object[];
  readonly agreements?: readonly object[];
}

/** How many customers, accounts, cards, agreements, engagements and transactions. */
export interface Seeded {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Differences that no operation can change; `prune` makes them again. */
  readonly differs: number;
  readonly deleted: number;
  readonly ids: SeededIds;
}

/** The bank's ids of what the world describes. */
export interface SeededIds {
  /** By customer number. */
  readonly customers: Readonly<Record<string, string>>;
  /** By bban. */
  readonly accounts: Readonly<Record<string, string>>;
  /** The bban of each account, by its owner's number and its name. */
  readonly bbans: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By the owner's number and the masked PAN. */
  readonly cards: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By the owner's number and the name. */
  readonly agreements: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The faults of a bank; its forks have them too. */
export interface BankFaults {
  add(fault: FaultToAdd): Promise<SetFault>;
  list(): Promise<readonly SetFault[]>;
  /** One of them, or all. */
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
  /** Such as `create payment`. Default: all that the fault can strike but the sandbox's own. */
  readonly operation?: string;
  /** The one call that it strikes, counted from now. Default: each. */
  readonly call?: number;
  /** Status of an error code that has several. */
  readonly status?: number;
  /** Only with `latency`. */
  readonly milliseconds?: number;
}

export interface SetFault extends Omit<FaultToAdd, 'fault' | 'status' | 'milliseconds'> {
  readonly faultId: number;
  readonly fault: string;
  readonly status?: number | undefined;
  readonly milliseconds?: number | undefined;
  /** How many calls came that it could have struck. */
  readonly calls: number;
  /** How many of them it struck. */
  readonly strikes: number;
}

export interface ServedBank {
  /** Base URL. */
  readonly url: string;
  /** Base URL of the PSU's site, over plain HTTP. */
  readonly siteUrl: string;
  /** The CA of its certificate, PEM. */
  readonly ca: string;
  /** The same as a file, there until the bank is closed. */
  readonly caFile: string;
  /** Stops serving after finishing what runs. The bank stays. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Opens a bank with the initial data. */
export declare function createBank(options?: BankOptions): Promise<Bank>;
