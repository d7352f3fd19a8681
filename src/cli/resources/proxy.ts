import type { ProxyReady, WholeReady } from '../../app/proxy/shapes.ts';
import type { Presentation } from '../presentation.ts';

export type ShownProxy = ProxyReady & Partial<WholeReady>;

/** Where a proxy is, a line for each thing that somebody may need of it. */
export const shownProxy: Presentation<ShownProxy> = {
  text: ({ url, publicUrl, bankUrl, readsOnly, caFile, tokenFile, hasToken = false }) =>
    [
      `Listening on ${url}`,
      ...(publicUrl === undefined ? [] : [`Public URL: ${publicUrl}`]),
      `Signs for ${bankUrl ?? 'the offline bank'}`,
      ...(readsOnly ? ['Passes GET only. To pass the rest: --allow-writes'] : []),
      ...(caFile === undefined ? [] : [`The CA to trust: ${caFile}`]),
      ...(tokenFile === undefined ? [] : aboutToken(tokenFile, hasToken)),
    ].join('\n'),
};

function aboutToken(file: string, isShown: boolean): readonly string[] {
  if (isShown) {
    return ["The URL's last part is a secret: whoever has it can sign.", `The token alone: ${file}`];
  }
  return [`To call it, add / and the token to the URL. The token is in ${file}`];
}
