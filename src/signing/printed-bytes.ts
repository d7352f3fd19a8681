/** What programs print of a value that holds bytes, in place of the bytes. */
const PRINTED: readonly (readonly [looks: RegExp, what: string])[] = [
  [/^\[{1,3}B@[0-9a-f]{1,16}$/i, 'what Java prints of an array, not its bytes'],
  [/^[a-z][\w.$]{0,80}@[0-9a-f]{1,16}$/i, 'what Java prints of an object, not its bytes'],
  [/^System\.Byte\[\]$/, 'what .NET prints of an array, not its bytes'],
  [/^\[object [A-Za-z0-9]{1,40}\]$/, 'what JavaScript prints of an object, not its bytes'],
  [/^<Buffer .{0,4096}>$/, 'what Node.js prints of a Buffer, not its bytes'],
  [/^#<[A-Z][\w:]{0,80}.{0,200}>$/, 'what Ruby prints of an object, not its bytes'],
  [/^<[\w.]{1,80} object at 0x[0-9a-f]{1,16}>$/i, 'what Python prints of an object, not its bytes'],
  [/^b'.{0,4096}'$|^b".{0,4096}"$/, 'what Python prints of bytes'],
  [/^(?:undefined|null|None|nil|NaN)$/, 'what a program prints where it has no value'],
];

/** Says what a text is that stands in place of bytes; undefined for any other text. @see G4-printed-bytes */
export function printedBytesText(text: string): string | undefined {
  const what = PRINTED.find(([looks]) => looks.test(text))?.[1];
  return what === undefined ? undefined : `It's ${what}.`;
}
