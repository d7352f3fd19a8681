import { resolve } from 'node:path';
import type { ProxyInput } from '../app/proxy/shapes.ts';
import { exchangeFlags } from './exchange-flags.ts';
import { Flags } from './flags.ts';

const HIGHEST_PORT = 65_535;

/** Where a proxy listens, and what it lets through. @see C-proxy */
export const proxyFlags = {
  port: Flags.integer({
    ...{ min: 0, max: HIGHEST_PORT, helpValue: 'PORT' },
    description: 'The port to listen on. 0 picks a free one.',
    default: 8445,
  }),
  host: Flags.string({
    description: 'The address to listen on. Beyond loopback, with TLS and a token in the URL.',
    default: '127.0.0.1',
    helpValue: 'HOST',
  }),
  'public-url': Flags.string({
    description: 'The origin by which clients reach the proxy.',
    helpValue: 'https://HOST',
  }),
  'allow-writes': Flags.boolean({
    description: 'Let more than GET through to a production bank.',
  }),
  har: exchangeFlags.har,
  'har-full': exchangeFlags['har-full'],
};

interface Given {
  readonly port: number;
  readonly host: string;
  readonly 'public-url'?: string | undefined;
  readonly 'allow-writes': boolean;
  readonly har?: string | undefined;
  readonly 'har-full'?: string | undefined;
}

export function proxyInputOf(
  flags: Given,
  creator: { readonly name: string; readonly version: string },
): ProxyInput {
  const { port, host, har, 'har-full': whole } = flags;
  const path = whole ?? har;
  return {
    ...{ port, host, publicUrl: flags['public-url'], allowWrites: flags['allow-writes'] },
    ...(path === undefined ? {} : { har: { file: resolve(path), whole: whole !== undefined, creator } }),
  };
}
