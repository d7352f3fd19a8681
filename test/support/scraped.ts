import { RawClient } from './served.ts';
import type { Ready } from './serving.ts';

/** What the operator's port says to who has the token; metrics unless asked for another path. */
export async function scraped({ operatorUrl = '' }: Ready, token: string, path = '/operator/metrics') {
  const { port, pathname } = new URL(operatorUrl);
  const client = await RawClient.connectPlain(Number(port));
  const lines = [
    `GET ${pathname.replace(/\/$/, '')}${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
  ];
  client.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
  const [answer] = await client.closed();
  return { startLine: answer?.startLine, text: answer?.body.toString() ?? '' };
}
