/** What a database hands over, as text. */
import { isUtf8 } from 'node:buffer';

/** Binary values of up to this many bytes that are no text are keys and hashes: they are shown as digits. */
const HEX_BYTES_MAX = 64;

/** A value that a driver read; what could not be made text by the server is made text here. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return textOfBytes(Buffer.from(value));
  if (value instanceof ArrayBuffer) return textOfBytes(Buffer.from(value));
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}

/** Text where the bytes are text, without the zeros that fill a fixed length; else hexadecimal digits when few, or what can be read in between. */
function textOfBytes(bytes: Buffer): string {
  const binary = /[\u0000-\u0008\u000e-\u001f]/;
  if (isUtf8(bytes)) {
    const text = bytes.toString('utf8').replace(/\0+$/, '');
    if (!binary.test(text)) return text;
  }
  if (bytes.length <= HEX_BYTES_MAX) return bytes.toString('hex');
  return bytes.toString('latin1').replaceAll(/[^\t\n\r\u0020-\u007e]+/g, ' ');
}
