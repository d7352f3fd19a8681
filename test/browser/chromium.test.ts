import { expect, it } from 'vitest';
import { fileBrowser } from '../support/chromium.ts';

const chromium = fileBrowser();

/** Each would let a page pass that no PSU's browser lets pass. */
const LOOSENED =
  /^--(?:disable-web-security|allow-running-insecure-content|allow-insecure-localhost|ignore-certificate-errors.*|unsafely-treat-insecure-origin.*|disable-site-isolation-trials|single-process|no-zygote)$/;

it('the browser of the tests is started with no flag that loosens TLS or web security [A-browser-unloosened]', async () => {
  const session = await chromium.browser().newBrowserCDPSession();
  const { arguments: flags } = await session.send('Browser.getBrowserCommandLine');
  expect(flags).toContain('--font-render-hinting=none');
  expect(flags.filter((flag) => LOOSENED.test(flag))).toEqual([]);
  expect(flags.includes('--no-sandbox')).toBe(process.getuid?.() === 0);
  const disabled = flags.filter((flag) => flag.startsWith('--disable-features=')).join();
  expect(disabled).not.toMatch(/IsolateOrigins|site-per-process|SameSite|InsecurePrivateNetwork/);
});
