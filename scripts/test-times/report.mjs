const FAILS_ABOVE = 1.5;

/**
 * What a run of the suite took, by folder of tests, held against the budget.
 * @param {string} lines of record-times.ts: path and seconds of processor
 * @param {number} calibration seconds that the loop took on this machine
 * @param {{processorSeconds: number, calibrationSeconds: number}} budget
 * @returns {{text: string, verdict: 'within' | 'above' | 'failed'}}
 */
export function report(lines, calibration, budget) {
  const scale = budget.calibrationSeconds / calibration;
  const rows = [...byFolder(lines)].sort(([, one], [, other]) => other.seconds - one.seconds);
  const all = rows.reduce((sum, [, { seconds }]) => sum + seconds, 0);
  const times = (all * scale) / budget.processorSeconds;
  if (!(times > 0)) throw new Error('no times were recorded: the budget can not be held');
  const verdict = times > FAILS_ABOVE ? 'failed' : times > 1 ? 'above' : 'within';
  const text = [
    'seconds of processor by folder of tests, as measured and scaled',
    ...rows.map(
      ([folder, { seconds, files }]) =>
        `${row(folder, seconds, scale)}  in ${files} ${files === 1 ? 'file' : 'files'}`,
    ),
    row('all', all, scale),
    `calibration loop: ${calibration.toFixed(2)} s here, ${budget.calibrationSeconds} s where the budget was set; scaled by ${scale.toFixed(2)}`,
    `${HEADS[verdict]}the suite takes ${times.toFixed(2)} of its budget of ${budget.processorSeconds} s (test/budget.json)`,
  ].join('\n');
  return { text, verdict };
}

const HEADS = { within: '', above: 'warning: ', failed: `failed, above ${FAILS_ABOVE}: ` };

function byFolder(lines) {
  const folders = new Map();
  for (const [path, taken] of lines
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))) {
    const folder = /^test\/([^/]+)\//.exec(path)?.[1] ?? path.replace('test/', '');
    const { files = 0, seconds = 0 } = folders.get(folder) ?? {};
    folders.set(folder, { files: files + 1, seconds: seconds + Number(taken) });
  }
  return folders;
}

function row(name, seconds, scale) {
  return [name.padEnd(24), ...[seconds, seconds * scale].map((one) => one.toFixed(1).padStart(9))].join('');
}
