import type { Room } from './mutation.ts';

export const transport: Room = {
  name: 'transport',
  tests: ['test/transport/', 'test/server/'],
  mutations: [
    {
      file: 'src/transport/checked.ts',
      find: 'if (known !== verdict.fingerprint) throw untrusted(request, another(verdict.fingerprint, known, check));',
      replace: '',
      suffers: 'Whoever has any certificate at all is taken for the bank.',
      by: 'test/transport/checked.test.ts',
    },
    {
      file: 'src/transport/checked.ts',
      find: "if (check.mode === 'required') throw untrusted(request, unsigned(check));",
      replace: '',
      suffers: 'A profile that requires signatures takes answers without one.',
      by: 'test/transport/checked.test.ts',
    },
    {
      file: 'src/transport/https.ts',
      find: 'return !hasLeft || (isReadAgain(method) && !isAnswered);',
      replace: 'return !hasLeft || !isAnswered;',
      suffers: 'A payment whose connection breaks is sent twice.',
      by: 'test/transport/https-faults.test.ts',
    },
    {
      file: 'src/server/read-request.ts',
      find: 'if (isHeld && bytes <= limitBytes) {',
      replace: 'if (isHeld && bytes < limitBytes) {',
      suffers: 'A body of exactly 1 MiB, which is allowed, is refused as too large.',
      by: 'test/server/refused.test.ts',
    },
    {
      file: 'src/server/room.ts',
      find: 'if (guest.connection?.owesAnswer === true) continue;',
      replace: '',
      suffers: 'A client that waits for the answer to its payment is closed for one that says nothing.',
      by: 'test/server/connections.test.ts',
    },
    {
      file: 'src/server/reception.ts',
      find: "socket.on('data', () => {});",
      replace: '',
      suffers: 'A client that sends many requests ahead is told that they are no HTTP, and loses answers.',
      by: 'test/server/connections.test.ts',
    },
    {
      file: 'src/server/turn.ts',
      find: 'return isWhole && this.#connection.bytes === this.#bytes;',
      replace: 'return isWhole;',
      suffers: 'One connection fills the memory with small bodies sent ahead of their answers.',
      by: 'test/server/held-bytes.test.ts',
    },
    {
      file: 'src/server/page-gate.ts',
      find: "if (headerValue(headers, 'Origin') !== undefined) return notForPages(name, 'Origin');",
      replace: '',
      suffers:
        'A page that learned the token, and whose browser sends no Sec-Fetch-Site, plays the operator.',
      by: 'test/server/operator-port.test.ts',
    },
    {
      file: 'src/server/page-gate.ts',
      find: ' || !hosts().includes(host.toLowerCase())',
      replace: '',
      suffers: "A page under a name that was pointed to loopback reaches the operator's port.",
      by: 'test/server/operator-port.test.ts',
    },
    {
      file: 'src/app/serve/listeners.ts',
      find: '{ ...peer, siteOnly: true }',
      replace: 'peer',
      suffers: 'Payments are taken over plain HTTP, and no browser keeps the cookie of the site there.',
      by: 'test/server/site-port.test.ts',
    },
    {
      file: 'src/transport/https/connector.ts',
      find: 'rejectUnauthorized: true',
      replace: 'rejectUnauthorized: true, checkServerIdentity: () => undefined',
      suffers: 'A payment is sent to whoever has a certificate of any name.',
      by: 'test/transport/https-faults.test.ts',
    },
    {
      file: 'src/transport/https/tunnel.ts',
      find: 'const timer = setTimeout(() => fail(NoTunnel.silent(proxy, milliseconds)), milliseconds);',
      replace: 'const timer = setTimeout(() => {}, milliseconds);',
      suffers: 'A proxy that says nothing holds a command for ever.',
      by: 'test/transport/proxy.test.ts',
    },
  ],
};
