import { describe, expect, it } from 'vitest';
import { readCapture } from '../../src/captures/read.ts';

const STEPS = 60;
const steps = (first: string, step: (to: number, from: number) => string) =>
  [first, ...Array.from({ length: STEPS }, (_, from) => step(from + 1, from))].join('\n');
const sendBy = (given: string) => `\nfetch("https://bank.test/x", { method: "POST", body: ${given} })`;
const post = (given: string) => `\nirm -Uri https://bank.test/x -Method Post -Body ${given}`;

/** Each line doubles what the line before it holds. */
const DOUBLED: Readonly<Record<string, string>> = {
  'a sum': steps('const a0 = "x";', (to, from) => `const a${to} = "" + a${from} + a${from};`) + sendBy('a60'),
  'a template':
    steps('const a0 = `x`;', (to, from) => `const a${to} = \`\${a${from}}\${a${from}}\`;`) + sendBy('a60'),
  'a list':
    steps('const a0 = [1];', (to, from) => `const a${to} = [a${from}, a${from}];`) +
    sendBy('JSON.stringify(a60)'),
  'an object':
    steps('const a0 = { x: 1 };', (to, from) => `const a${to} = { l: a${from}, r: a${from} };`) +
    sendBy('JSON.stringify(a60)'),
  'an object that holds itself': `const a = {};\n${'a.l = a; a.r = a;\n'.repeat(STEPS)}${sendBy('JSON.stringify(a)')}`,
  'a sum of PowerShell': steps('$a0 = "x"', (to, from) => `$a${to} = $a${from} + $a${from}`) + post('$a60'),
  'a string of PowerShell': steps('$a0 = "x"', (to, from) => `$a${to} = "$a${from}$a${from}"`) + post('$a60'),
};

describe('variables that hold variables [S12-captures-hostile]', () => {
  it.each(Object.entries(DOUBLED))('are refused before they fill the memory: %s', (_, text) => {
    const read = () => readCapture(Buffer.from(text), { readFile: () => new Uint8Array() });
    expect(read).toThrow(/make it too long|levels of brackets/);
  });

  it('are filled in where the whole stays short', () => {
    const text = `const a = "x";\nconst b = { l: a, r: [a, a] };${sendBy('JSON.stringify(b)')}`;
    const { request } = readCapture(Buffer.from(text), { readFile: () => new Uint8Array() });
    expect(Buffer.from(request.body).toString()).toBe('{"l":"x","r":["x","x"]}');
  });
});
