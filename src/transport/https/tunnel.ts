/**
 * Opens the way through a proxy. undici's own time limits do not cover CONNECT, so all of it is here: one limit from the
 * first packet to the proxy's answer, and a fault that says which of the two did not answer.
 * @see S10-proxy
 */
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { NoTunnel } from './no-tunnel.ts';
import type { HttpProxy } from './proxy.ts';

const MAX_HEAD_BYTES = 16 * 1024;

/**
 * A connection on which the host itself is spoken to.
 * @param target host and port, as a URL writes them
 * @throws NoTunnel
 */
export function openTunnel(proxy: HttpProxy, target: string, milliseconds: number): Promise<Socket> {
  const authority = /:[0-9]+$/.test(target) ? target : `${target}:443`;
  return new Promise((resolve, reject) => {
    const socket = connectTo(proxy);
    const end = (act: () => void) => {
      clearTimeout(timer);
      socket.removeAllListeners();
      act();
    };
    const fail = (fault: NoTunnel) =>
      end(() => {
        socket.on('error', () => {});
        socket.destroy();
        reject(fault);
      });
    const timer = setTimeout(() => fail(NoTunnel.silent(proxy, milliseconds)), milliseconds);
    socket.once(proxy.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      socket.write(connectHead(proxy, authority));
    });
    socket.once('error', (error) => fail(NoTunnel.unreached(proxy, error)));
    socket.once('close', () => fail(NoTunnel.closed(proxy)));
    onHead(socket, (head, rest) => {
      const fault = head === undefined ? NoTunnel.notHttp(proxy) : refusalIn(head, proxy, target);
      if (fault !== undefined) return fail(fault);
      end(() => {
        socket.pause();
        if (rest.length > 0) socket.unshift(rest);
        resolve(socket);
      });
    });
  });
}

function connectTo({ protocol, hostname, port }: HttpProxy): Socket {
  if (protocol === 'http:') return connectTcp({ host: hostname, port });
  return connectTls({ host: hostname, port, servername: hostname, minVersion: 'TLSv1.2' });
}

function connectHead({ authorization }: HttpProxy, authority: string): string {
  const credentials = authorization === undefined ? '' : `Proxy-Authorization: ${authorization}\r\n`;
  return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${credentials}\r\n`;
}

/** Calls back once, with the head of the answer and what follows it, or without one for what is none. */
function onHead(socket: Socket, act: (head: string | undefined, rest: Buffer) => void): void {
  let bytes = Buffer.alloc(0);
  const onData = (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    const end = bytes.indexOf('\r\n\r\n');
    if (end === -1 && bytes.length <= MAX_HEAD_BYTES) return;
    socket.removeListener('data', onData);
    act(end === -1 ? undefined : bytes.toString('latin1', 0, end), bytes.subarray(end + 4));
  };
  socket.on('data', onData);
}

function refusalIn(head: string, proxy: HttpProxy, target: string): NoTunnel | undefined {
  const [, status] = /^HTTP\/1\.[01] ([0-9]{3})(?: |\r|$)/.exec(head) ?? [];
  if (status === undefined) return NoTunnel.notHttp(proxy);
  if (status.startsWith('2')) return undefined;
  return status === '407' ? NoTunnel.unauthorised(proxy) : NoTunnel.refused(proxy, target, status);
}
