/** The part of http-signature 1.4.0 that the tests use; the package has no types. */
declare module 'http-signature' {
  interface OutgoingRequest {
    readonly method: string;
    readonly path: string;
    getHeader(name: string): string | undefined;
    setHeader(name: string, value: string): void;
  }

  interface SignOptions {
    readonly keyId: string;
    readonly key: string;
    readonly algorithm?: string;
    readonly headers?: readonly string[];
    readonly authorizationHeaderName?: string;
  }

  interface IncomingRequest {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly headers: Readonly<Record<string, string>>;
  }

  interface ParsedSignature {
    readonly scheme: string;
    readonly algorithm: string;
    readonly keyId: string;
    readonly params: {
      readonly keyId: string;
      readonly headers: readonly string[];
      readonly signature: string;
    };
    readonly signingString: string;
  }

  export function sign(request: OutgoingRequest, options: SignOptions): boolean;
  export function parseRequest(
    request: IncomingRequest,
    options?: { clockSkew?: number; headers?: string[]; strict?: boolean },
  ): ParsedSignature;
  export function verifySignature(parsed: ParsedSignature, publicKey: string): boolean;
}
