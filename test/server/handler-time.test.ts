import { describe, expect, it } from 'vitest';
import type { HttpResponse } from '../../src/message.ts';
import { RawClient, serveHandler, textAnswer } from '../support/served.ts';

const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

/** A handler whose calls of /never wait until the test lets them go. */
async function serveLinkHandler() {
  const waiting: { readonly answer: (answer: HttpResponse) => void; readonly fail: (why: Error) => void }[] =
    [];
  const server = await serveHandler(
    ({ target }) =>
      target.startsWith('/never')
        ? new Promise((answer, fail) => waiting.push({ answer, fail }))
        : Promise.resolve(textAnswer(target)),
    { limits: { handlerMilliseconds: 100 } },
  );
  return { server, waiting };
}

describe('a call of the handler that does not return [S12-handler-time, S1-503]', () => {
  it('is answered with 503 and when to come again, told of, and the connection goes on', async () => {
    const { server } = await serveLinkHandler();
    const client = await RawClient.connect(server.port);
    // The secret of an SCA's link lets whoever has it in at the PSU's page.
    client.write(GET('/never/sca/abc/the-secret?secret=1'), GET('/after'));
    const [first, second] = await client.answers(2);
    expect(first?.startLine).toBe('HTTP/1.1 503 Service Unavailable');
    expect(first?.headers).toContainEqual(['Retry-After', '5']);
    expect(JSON.parse(String(first?.body)).tppMessages).toMatchObject([
      { category: 'ERROR', code: 'SYSTEM_ERROR', text: expect.stringContaining('the same X-Request-ID') },
    ]);
    expect(String(second?.body)).toBe('/after');
    expect(server.unexpected).toEqual([new Error('a GET has no answer after 0.1 s')]);
  });

  it('harms nobody when it comes to something at last, an answer or an error', async () => {
    const { server, waiting } = await serveLinkHandler();
    const client = await RawClient.connect(server.port);
    client.write(GET('/never'), GET('/never'));
    expect(await client.answers(2)).toHaveLength(2);
    waiting[0]!.answer(textAnswer('late'));
    waiting[1]!.fail(new Error('late'));
    client.write(GET('/after'));
    const answers = await client.answers(3);
    expect(answers.map(({ startLine }) => startLine.split(' ')[1])).toEqual(['503', '503', '200']);
    expect(server.unexpected).toHaveLength(2);
  });
});
