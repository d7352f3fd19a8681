// A fixed piece of work of the sort that the suite does, so that its seconds can be compared between machines. Prints
// the processor seconds that it took.
import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';

const ROUNDS = 2000;

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
const rows = Array.from({ length: 200 }, (_, place) => ({
  place,
  text: `payment ${place}`,
  amount: '100.50',
}));

const before = process.cpuUsage();
for (let round = 0; round < ROUNDS; round += 1) {
  const text = JSON.stringify(rows);
  const digest = createHash('sha256').update(text).digest('base64');
  sign('sha256', Buffer.from(digest), key);
  const byText = new Map(JSON.parse(text).map((row) => [row.text.replaceAll(/\d/g, '0') + row.place, row]));
  [...byText.keys()].sort((one, other) => (one < other ? 1 : -1));
}
const { user, system } = process.cpuUsage(before);
process.stdout.write(`${((user + system) / 1e6).toFixed(3)}\n`);
