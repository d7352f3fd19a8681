import { readFileWithin } from '../core/read-file.ts';
import { CA_FILE_LIMIT_BYTES } from '../credentials/remote.ts';
import type { ServedBankOptions } from '../serve/serve-bank.ts';
import type { ServedBank } from './bank-types.ts';

type BankServeOptions = Omit<
  ServedBankOptions,
  'key' | 'certificate' | 'host' | 'port' | 'sitePort' | 'publicUrl'
>;

/**
 * Serves the same bank at another address: the two share its file as processes do.
 * @param folder for its CA
 * @throws Fault INPUT_INVALID if it can't listen at the port
 * @see A-library-serve
 */
export async function serveAt(bank: BankServeOptions, folder: string, port: number): Promise<ServedBank> {
  // Servers and certificate creation are loaded only when needed.
  const [{ createOwnTls }, { serveBank }] = await Promise.all([
    import('../serve/tls.ts'),
    import('../serve/serve-bank.ts'),
  ]);
  const { pair, caFile } = await createOwnTls(folder, [], process.getuid?.());
  if (caFile === undefined) throw new Error('a certificate of our own has no CA');
  const served = await serveBank({ ...bank, ...pair, port, sitePort: 0 });
  const close = () => served.close();
  const { basePath = '' } = bank;
  return {
    url: served.url + basePath,
    siteUrl: served.siteUrl + basePath,
    ca: readFileWithin(caFile, CA_FILE_LIMIT_BYTES).toString('utf8'),
    caFile,
    close,
    [Symbol.asyncDispose]: close,
  };
}
