/**
 * Lets the examples import the providers' libraries by name, although only the tests install them, and here:
 * `node --import ./test/vendor/resolve.mjs examples/vendors/stripe.mjs`.
 */
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) register(import.meta.url);

/** What is not found beside the importer is looked for here. */
export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || /^[./]/.test(specifier)) throw error;
    return next(specifier, { ...context, parentURL: import.meta.url });
  }
}
