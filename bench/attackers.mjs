// Sends the same bad requests again and again, so many ahead of their answers on each of its connections, or each on a
// connection of its own, taken up where the last one ended; 0: shakes hands again and again. Forked with
// {ca, port, connections, ahead, isAnew, file}: the lines of the file are the requests, one for each
// connection. Tells {begun} when there were as many answers; at a message it tells {answers}, how many there were, and ends.
import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';

process.once('message', ({ ca, port, connections, ahead, isAnew, file }) => {
  const wires = readFileSync(file, 'utf8').trimEnd().split('\n').map(wireOf);
  let answers = 0;
  let isOver = false;
  const answered = () => {
    answers += 1;
    if (answers === connections * Math.max(1, ahead)) process.send({ begun: true });
  };
  const reach = (session) => connect({ host: '127.0.0.1', port, ca, session });
  const attack = (wire) => {
    if (isOver) return;
    if (ahead === 0) hangUp(reach(), answered, () => attack(wire));
    else if (isAnew) comeAnew(reach, wire, answered);
    else sendAgain(reach(), Buffer.concat(Array(ahead).fill(wire)), ahead, answered);
  };
  for (const wire of wires.slice(0, connections)) attack(wire);
  process.once('message', () => {
    isOver = true;
    process.send({ answers }, () => process.exit());
  });
});

/** Shakes hands, says nothing and goes. */
function hangUp(socket, answered, again) {
  socket.once('secureConnect', () => {
    answered();
    socket.destroy();
  });
  socket.once('close', again);
}

/** Sends a request, and comes again when it is answered. */
function comeAnew(reach, wire, answered, session) {
  const socket = reach(session);
  let latest = session;
  socket.on('session', (given) => {
    latest = given;
  });
  socket.once('secureConnect', () => socket.write(wire));
  whenAnswered(socket, () => {
    answered();
    socket.destroy();
    comeAnew(reach, wire, answered, latest);
  });
}

/** Sends a wave of requests, and the next when all are answered. */
function sendAgain(socket, wave, size, answered) {
  let owed = 0;
  const send = () => {
    owed = size;
    socket.write(wave);
  };
  socket.once('secureConnect', send);
  whenAnswered(socket, () => {
    answered();
    owed -= 1;
    if (owed === 0) send();
  });
}

/** Calls back at each head of an answer. Any other than 400, or the end of the connection, is no measure. */
function whenAnswered(socket, act) {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
      const head = text.slice(0, end);
      const length = Number(/^content-length: (\d+)$/im.exec(head)[1]);
      if (text.length < end + 4 + length) return;
      if (!head.startsWith('HTTP/1.1 400 ')) throw new Error(`a bad request was answered ${head}`);
      text = text.slice(end + 4 + length);
      act();
    }
  });
  socket.on('end', () => {
    throw new Error('the bank ended a connection');
  });
}

/** The bytes of a request. */
function wireOf(line) {
  const { method, target, headers, body } = JSON.parse(line);
  const bytes = Buffer.from(body, 'base64');
  const fields = [['Host', 'a'], ...headers.filter(([name]) => !/^(host|content-length)$/i.test(name))];
  const lines = [`${method} ${target} HTTP/1.1`, ...fields.map((field) => field.join(': '))];
  return Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\nContent-Length: ${bytes.length}\r\n\r\n`, 'latin1'),
    bytes,
  ]);
}
