// Sends the same bad requests again and again, one at a time on each of its connections.
// Forked with {ca, port, connections, file}: the lines of the file are the requests. Tells {begun} when each has had an
// answer; at a message it ends, and tells {answers}, how many there were.
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

process.once('message', ({ ca, port, connections, file }) => {
  const pool = new Pool(`https://127.0.0.1:${port}`, { connections, connect: { ca } });
  const requests = readFileSync(file, 'utf8').trimEnd().split('\n').map(asOptions);
  let answers = 0;
  let isOver = false;
  const attack = async (place) => {
    while (!isOver) {
      const { statusCode, body } = await pool.request(requests[place]);
      await body.dump();
      if (statusCode !== 400) throw new Error(`a bad request was answered ${statusCode}`);
      answers += 1;
      if (answers === connections) process.send({ begun: true });
    }
  };
  const attacks = requests.slice(0, connections).map((_, place) => attack(place));
  process.once('message', async () => {
    isOver = true;
    await Promise.all(attacks);
    await pool.destroy();
    process.send({ answers });
    process.disconnect();
  });
});

function asOptions(line) {
  const { method, target, headers, body } = JSON.parse(line);
  return { method, path: target, headers: headers.flat(), body: Buffer.from(body, 'base64') };
}
