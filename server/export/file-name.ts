/** Characters that a file name cannot have on some system, or that a file manager would obey: it would show another name. */
const unusable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}/\\:*?"<>|]+/gu;

/** Names of devices, which Windows does not allow with any extension. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Characters of a title in a file name. */
const longest = 100;

/** A name for an exported file: the title without all that could lead to another file, and an extension such as `json`. */
export function fileName(title: string, extension: string): string {
  const plain = title
    .replace(unusable, '-')
    .replace(/^[\s.-]+|[\s.]+$/g, '')
    .replace(devices, '$&-');
  const name = [...plain].slice(0, longest).join('');
  return `${name === '' ? 'export' : name}.${extension}`;
}
