// Preloaded with --require: whatever would open a socket throws, says so on stderr and makes the exit code 97, so
// that an attempt whose error is caught is seen as well.
const { writeSync } = require('node:fs');

const ATTEMPT_EXIT_CODE = 97;

function forbid(object, name, label) {
  const attempt = () => {
    writeSync(2, `NETWORK: ${label}.${name}\n`);
    process.once('exit', () => {
      process.exitCode = ATTEMPT_EXIT_CODE;
    });
    throw new Error(`the network is closed: ${label}.${name}`);
  };
  Object.defineProperty(object, name, { value: attempt, writable: true, configurable: true });
}

function forbidAll(object, label) {
  for (const [name, value] of Object.entries(object)) {
    if (typeof value === 'function' && /^[a-z]/.test(name)) forbid(object, name, label);
  }
}

const net = require('node:net');
for (const name of ['connect', 'createConnection']) forbid(net, name, 'net');
forbid(net.Socket.prototype, 'connect', 'net.Socket.prototype');
forbid(net.Server.prototype, 'listen', 'net.Server.prototype');
for (const name of ['request', 'get']) {
  forbid(require('node:http'), name, 'http');
  forbid(require('node:https'), name, 'https');
}
forbid(require('node:http2'), 'connect', 'http2');
forbid(require('node:tls'), 'connect', 'tls');
forbid(require('node:dgram'), 'createSocket', 'dgram');
const dns = require('node:dns');
forbidAll(dns, 'dns');
forbidAll(dns.promises, 'dns.promises');
forbid(globalThis, 'fetch', 'globalThis');
