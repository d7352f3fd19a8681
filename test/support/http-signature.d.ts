/** The part of http-signature 1.4.0 that the tests use; the package has no types. */
declare module 'http-signature' {
  interface OutgoingRequest {
    readonly method: string;
    readonly path: string;
    getHeader(name: string): string | undefined;
    setHeader(name: string, value: string): void;
  }

  interface IncomingRequest {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly headers: Readonly<Record<string, string>>;
  }

  export function sign(
    request: OutgoingRequest,
    options: Readonly<Record<'keyId' | 'key' | 'algorithm' | 'authorizationHeaderName', string>> & {
      readonly headers: readonly string[];
    },
  ): boolean;
  export function parseRequest(request: IncomingRequest, options: { readonly strict: boolean }): object;
  export function verifySignature(parsed: object, publicKey: string): boolean;
}
