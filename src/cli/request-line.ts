import { Fault } from '../errors.ts';
import { Args } from './flags.ts';

/** The request line of `sign`; `--break list` alone needs none. */
export const requestLineArgs = {
  method: Args.string({ description: 'Method: GET, POST, …' }),
  url: Args.string({ description: "The whole URL, percent-encoded as it's sent." }),
};

/** @throws Fault INPUT_MISSING */
export function requestLine({ method, url }: { method?: string | undefined; url?: string | undefined }): {
  method: string;
  url: string;
} {
  if (method !== undefined && url !== undefined) return { method, url };
  const missing = [...(method === undefined ? ['METHOD'] : []), 'URL'];
  throw new Fault('INPUT_MISSING', `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing.`, {
    missing,
    hint: 'Put METHOD and URL before the flags:\npsd2 sign GET https://bank.example/v1/accounts',
  });
}
