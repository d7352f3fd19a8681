/** The TPP of the library's examples, which is JavaScript as its readers write it. */
declare module '*/docs/examples/library/tpp.mjs' {
  interface Payment {
    readonly from: string;
    readonly to: string;
    readonly amount: string;
    readonly message: string;
  }

  interface ExampleTpp {
    pay(payment: Payment): Promise<{ readonly paymentId: string; readonly scaRedirect: string }>;
    status(paymentId: string): Promise<string>;
  }

  export function createTpp(options: {
    readonly baseUrl: string;
    readonly fetch: typeof globalThis.fetch;
    readonly psu: string;
  }): ExampleTpp;
}
