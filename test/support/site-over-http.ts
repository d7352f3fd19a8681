import { serve } from '../../src/server/serve.ts';
import { openTestBank, type TestBank } from './bank.ts';

/** The site of a bank whose store and clock the test has in its hands, for a browser. */
export interface SiteOverHttp {
  readonly bank: TestBank;
  /** Of a link's path. */
  urlOf(path: string): string;
  close(): Promise<void>;
}

export async function siteOverHttp(): Promise<SiteOverHttp> {
  const bank = await openTestBank();
  const server = await serve({
    handle: (request, peer) => bank.handle(request, { ...peer, siteOnly: true }),
    port: 0,
    clock: Date.now,
    onUnexpected: (fault) => {
      throw fault;
    },
  });
  return {
    bank,
    urlOf: (path) => server.url + path,
    close: async () => {
      await server.close();
      await bank.close();
    },
  };
}
