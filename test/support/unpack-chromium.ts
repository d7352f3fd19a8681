import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './sources.ts';

/** What a Chromium is started with: its file, and the variable that names its fonts. */
export interface Chromium {
  readonly path: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Names another browser: a file that Playwright's protocol of Chromium reaches. */
const VARIABLE = 'PSD2_TEST_CHROMIUM';

/**
 * The Chromium of the package, unpacked once for all runs, or the one that the variable names. One that is not there
 * is a failure.
 */
export async function unpackChromium(): Promise<Chromium> {
  const named = process.env[VARIABLE] ?? '';
  if (named !== '') return { path: named, environment: {} };
  if (`${process.platform} ${process.arch}` !== 'linux x64') {
    throw new Error(
      `@sparticuz/chromium is for Linux on x64; name a Chromium of this machine in ${VARIABLE}`,
    );
  }
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const version = devDependencies['@sparticuz/chromium'];
  const folder = join(ROOT, 'node_modules', '.cache', `psd2-chromium-${version}`);
  if (!existsSync(folder)) await unpackInto(folder);
  return { path: join(folder, 'chromium'), environment: { FONTCONFIG_FILE: join(folder, FONTS) } };
}

/**
 * The package unpacks into the temporary folder of its process, where the Chromium of somebody else may be: it is given
 * one of its own, which is renamed when it is whole. Of two that unpack at once the first one's stays.
 */
async function unpackInto(folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const own = mkdtempSync(`${folder}.`);
  const program = join(ROOT, 'test', 'support', 'chromium-into-tmpdir.cjs');
  try {
    const env = { PATH: process.env.PATH ?? '', TMPDIR: own };
    await promisify(execFile)(process.execPath, [program], { env });
    writeFileSync(join(own, FONTS), fontsOf(folder));
    renameSync(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

const FONTS = 'fonts-here.conf';

/** The package's fonts and no others: a page looks the same on every machine. */
function fontsOf(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}
