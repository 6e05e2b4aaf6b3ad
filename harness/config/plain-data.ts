/** A config is plain data, whatever language it was written in. */
import { Lost200Error } from '../errors.ts';
import { formatPath, type KeyPath } from './problems.ts';

const DEPTH_MAX = 64;

/**
 * A copy without `undefined` values (`secret: process.env.X` may be one).
 * @throws Lost200Error LOST200_E_CONFIG naming the first function, class instance, or other thing that is no data
 */
export function toPlainData(value: unknown, fileName: string, path: KeyPath = []): unknown {
  if (path.length > DEPTH_MAX) throw notData(path, fileName, 'too deep, or refers to itself');
  if (value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value)) return value;
  if (typeof value === 'function') throw notData(path, fileName, 'a function');
  if (typeof value !== 'object') throw notData(path, fileName, `a ${typeof value}`);
  if (Array.isArray(value))
    return value.map((item: unknown, index) => toPlainData(item, fileName, [...path, index]));
  const prototype: unknown = Object.getPrototypeOf(value);
  const isModule = Object.prototype.toString.call(value) === '[object Module]';
  if (prototype !== null && !isModule && Object.getPrototypeOf(prototype) !== null) {
    throw notData(path, fileName, `an instance of ${value.constructor.name}`);
  }
  const kept = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]): [string, unknown] => [key, toPlainData(item, fileName, [...path, key])]);
  return Object.fromEntries(kept);
}

function notData(path: KeyPath, fileName: string, found: string): Lost200Error {
  const where =
    path.length === 0 ? `The default export of ${fileName}` : `"${formatPath(path)}" in ${fileName}`;
  return new Lost200Error(
    'LOST200_E_CONFIG',
    `${where} is ${found}; a config holds plain data only.`,
    'Write the value itself, or a template such as {objectId}; whatever needs code can be a command (arrange, cleanup, drain, exec).',
  );
}
