import type { ProxyReady } from '../../app/proxy/shapes.ts';
import type { Presentation } from '../presentation.ts';

export type ShownProxy = ProxyReady;

/** Where a proxy is, a line for each thing that somebody may need of it. */
export const shownProxy: Presentation<ProxyReady> = {
  text: ({ url, bankUrl, readsOnly, caFile, tokenFile }) =>
    [
      `Listening on ${url}`,
      `Signs for ${bankUrl ?? 'the offline bank'}`,
      ...(readsOnly ? ['Passes GET only. To pass the rest: --allow-writes'] : []),
      ...(caFile === undefined ? [] : [`The CA to trust: ${caFile}`]),
      ...(tokenFile === undefined
        ? []
        : ["The URL's last part is a secret: whoever has it can sign.", `The token alone: ${tokenFile}`]),
    ].join('\n'),
};
