import { shellWord } from '../own-file.ts';
import type { ConnectionFiles } from '../transport/kept.ts';

/** What curl needs for the connection, one option a line, for bash. @see C-curl */
export function curlOptions({ caFile, certFile, certType, keyFile, tokenFile }: ConnectionFiles): string[] {
  // What follows a colon is a passphrase to curl.
  const cert = certFile?.replaceAll('\\', '\\\\').replaceAll(':', '\\:');
  return [
    ...(caFile === undefined ? [] : [`--cacert ${shellWord(caFile)}`]),
    ...(cert === undefined ? [] : [`--cert ${shellWord(cert)}`]),
    ...(certType === undefined ? [] : [`--cert-type ${certType}`]),
    ...(keyFile === undefined ? [] : [`--key ${shellWord(keyFile)}`]),
    ...(tokenFile === undefined ? [] : [`-H "Authorization: Bearer $(cat ${shellWord(tokenFile)})"`]),
  ];
}
