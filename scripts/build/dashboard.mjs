import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles the dashboard into one HTML file, which loads nothing else. It holds no data.
 * @see S11-page-shell
 */
export async function bundleDashboard(root) {
  const contents = `export { STYLE } from './src/dashboard/style.ts';`;
  const style = await bundleText(root, { stdin: { contents, resolveDir: root }, format: 'cjs' });
  const script = await bundleText(root, {
    entryPoints: [join(root, 'src/dashboard/main.ts')],
    format: 'iife',
  });
  const module = { exports: {} };
  new Function('module', style)(module);
  const css = await build({
    stdin: { contents: module.exports.STYLE, loader: 'css' },
    ...{ minify: true, write: false, target: 'chrome120' },
  });
  return shell(css.outputFiles[0].text.trim(), script);
}

async function bundleText(root, options) {
  const { outputFiles } = await build({
    ...options,
    ...{ absWorkingDir: root, bundle: true, write: false, minify: true, charset: 'ascii' },
    ...{ target: 'es2022', legalComments: 'none', logLevel: 'warning', tsconfigRaw: {} },
  });
  return outputFiles[0].text.trim();
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%230a5060'/%3E%3Cpath fill='%23fff' d='M6 19 13.5 8l4 5.5L20 10.5 26 19z'/%3E%3Cpath fill='%238fc7d3' d='M6 21h20l-2.5 3.5h-15z'/%3E%3C/svg%3E";

/** The script is of a browser's own kind `module`, so that it runs once the page is there. */
function shell(style, script) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Testbanken, operator</title>
<link rel="icon" href="${ICON}">
<style>${style}</style>
</head>
<body>
<noscript>This page needs JavaScript. psd2 requests list shows the same at a terminal.</noscript>
<script type="module">${script}</script>
</body>
</html>
`;
}
