import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Handle, HttpResponse } from '../../src/message.ts';
import { RawClient, serveDoor, textAnswer, until } from '../support/served.ts';

const GOOD = 'GET /good HTTP/1.1\r\nHost: a\r\n\r\n';
const BAD = 'GET /bad HTTP/1.1\r\nHost: a\r\n\r\n';
const SMALL = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const AHEAD = 300;

function answerTo(target: string): HttpResponse {
  return target === '/bad' ? { ...textAnswer('bad'), status: 400 } : textAnswer('good');
}

describe('a client whose requests are refused [S12-others-first]', () => {
  it('waits behind others, who may just have come, and is answered to each', async () => {
    const heard: string[] = [];
    let atBad = () => {};
    const handle: Handle = async ({ target }) => {
      heard.push(target);
      if (target === '/bad') atBad();
      return answerTo(target);
    };
    const server = await serveDoor(handle);
    const [honest, guest] = [await RawClient.connect(server.port), await RawClient.connect(server.port)];
    guest.write(BAD);
    await guest.answers(1);
    // With the second that is refused another one comes.
    atBad = () => {
      atBad = () => {};
      honest.write(GOOD);
    };
    guest.write(BAD.repeat(AHEAD));
    expect(await honest.answers(1)).toHaveLength(1);
    const answers = await guest.answers(AHEAD + 1);
    expect(answers.map(({ startLine }) => startLine)).toEqual(
      Array(AHEAD + 1).fill('HTTP/1.1 400 Bad Request'),
    );
    // Without a line all that came at once would be at the door at once.
    expect(heard.indexOf('/good')).toBeLessThan(AHEAD / 2);
  });

  it('has nothing run that waited when it went away', async () => {
    const heard: string[] = [];
    const gone: string[] = [];
    let atBad = () => {};
    const handle: Handle = async ({ target }) => {
      heard.push(target);
      atBad();
      return answerTo(target);
    };
    const server = await serveDoor(handle, { onGone: ({ target }) => void gone.push(target) });
    const guest = await RawClient.connect(server.port);
    guest.write(BAD);
    await guest.answers(1);
    atBad = () => void guest.socket.destroy();
    guest.write(BAD.repeat(AHEAD));
    await until(() => heard.length > 1 && server.connections() === 0);
    await server.close();
    expect(heard.length).toBeLessThan(AHEAD / 2);
    // The door was told of those alone that it had heard of.
    expect(gone.length).toBeLessThan(heard.length);
  });
});

describe('requests that are sent ahead without end [S12-pipelining]', () => {
  it('are read no further than some, until answers are given', async () => {
    let isHeld = true;
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let count = 0;
    const handle: Handle = async () => {
      count += 1;
      if (isHeld) await held;
      return textAnswer('');
    };
    const server = await serveDoor(handle);
    const client = await RawClient.connect(server.port);
    const all = 400_000;
    client.write(SMALL.repeat(all));
    await until(() => count > 0);
    await pause(500);
    // The system takes some megabytes that nobody has read: the rest is still the client's.
    expect(client.socket.writableLength).toBeGreaterThan(0);
    // Those of one read.
    const read = count;
    expect(read).toBeLessThan(5000);
    isHeld = false;
    release();
    await until(() => count > 10 * read);
  });
});
