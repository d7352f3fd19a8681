import { describe, expect, it } from 'vitest';
import { emptyFolder, psd2 } from '../support/program.ts';

const DAY = 86_400_000;

describe('a signing certificate that ends [C-expiry-warning]', () => {
  const started = Date.UTC(2026, 10, 18, 9);
  const create = ['payments', 'create', '--domestic', '--example', '--json'];

  it('is told of on stderr, once, by a command that signs, from 30 days before', async () => {
    const home = emptyFolder();
    const pay = (days: number, ...flags: readonly string[]) =>
      psd2([...create, ...flags], { home, clockAt: started + days * DAY });
    expect((await pay(0)).stderr).not.toContain('signing certificate');
    expect((await pay(699)).stderr).not.toContain('signing certificate');
    const soon = await pay(701);
    expect(soon.code).toBe(0);
    expect(JSON.parse(soon.stdout)).toHaveProperty('paymentId');
    expect(soon.stderr.match(/seal\.pem expires in 29 days, on 2028-11-17 10:00/g)).toHaveLength(1);
    expect(soon.stderr).toContain('mv ');
    const ended = await pay(731);
    expect(ended.stderr.match(/seal\.pem expired on 2028-11-17 10:00/g)).toHaveLength(1);
    expect((await pay(701, '--quiet')).stderr).toBe('');
  });
});
