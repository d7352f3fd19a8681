import type { Socket } from 'node:net';
import { connect } from 'node:tls';
import { testTls } from './tls.ts';

/** Opens a connection that leaves nothing to clean up when it is given up. */
export async function guestSocket(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, ca: testTls().ca });
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('secureConnect', resolve).once('close', resolve));
  return socket;
}
