import { describe, expect, it } from 'vitest';
import type { Handle } from '../../src/message.ts';
import { RawClient, serveDoor, textAnswer } from '../support/served.ts';

const GOOD = 'GET /good HTTP/1.1\r\nHost: a\r\n\r\n';
const BAD = 'GET /bad HTTP/1.1\r\nHost: a\r\n\r\n';
const AHEAD = 30;

describe('a client whose requests are refused [S12-others-first, S12-pipelining]', () => {
  it('waits behind another with what it sends ahead, and is answered to each', async () => {
    const heard: string[] = [];
    let atFirstBad = () => {};
    const handle: Handle = async ({ target }) => {
      if (target === '/bad' && !heard.includes(target)) atFirstBad();
      heard.push(target);
      return target === '/good' ? textAnswer('good') : { ...textAnswer('bad'), status: 400 };
    };
    const server = await serveDoor(handle);
    const [honest, guest] = [await RawClient.connect(server.port), await RawClient.connect(server.port)];
    honest.write(GOOD);
    await honest.answers(1);
    atFirstBad = () => honest.write(GOOD);
    guest.write(BAD.repeat(AHEAD));
    expect(await honest.answers(2)).toHaveLength(2);
    const answers = await guest.answers(AHEAD);
    expect(answers.map(({ startLine }) => startLine)).toEqual(Array(AHEAD).fill('HTTP/1.1 400 Bad Request'));
    // Without a line all that came at once is at the door at once.
    expect(heard.slice(1).indexOf('/good')).toBeLessThan(AHEAD / 2);
    expect(heard).toHaveLength(AHEAD + 2);
  });
});
